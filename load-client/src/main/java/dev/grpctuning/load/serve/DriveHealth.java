package dev.grpctuning.load.serve;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.Progress;

/** Up if a call was answered in the last ten seconds, or the time of three calls. */
@Component("loadHealthIndicator")
@Profile("drive")
class DriveHealth implements HealthIndicator {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final String target;

	private volatile String state = "starting";

	private volatile long patienceNanos = PATIENCE.toNanos();

	private volatile @Nullable Long answeredNanos;

	private volatile double answeredPerSecond;

	DriveHealth(LoadProperties properties) {
		this.target = properties.target();
	}

	void waiting(String reason) {
		this.state = "waiting: " + reason;
	}

	void driving(LoadModel model) {
		this.state = "driving";
		double gaps = 3 * model.longestGapSeconds();
		this.patienceNanos = Math.max(PATIENCE.toNanos(), (long) Math.min(gaps * 1e9, 1e18));
	}

	void second(Progress progress) {
		this.answeredPerSecond = progress.point().ok();
		if (progress.point().ok() != 0) {
			this.answeredNanos = System.nanoTime();
		}
	}

	@Override
	public Health health() {
		Long answered = this.answeredNanos;
		boolean up = answered != null && System.nanoTime() - answered < this.patienceNanos;
		return (up ? Health.up() : Health.down()).withDetail("target", this.target)
			.withDetail("state", this.state)
			.withDetail("answeredPerSecond", this.answeredPerSecond)
			.build();
	}

}
