package dev.grpctuning.load.cli;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.UsageException;

/** When a run begins, so that several clients begin together; {@code null} is now. */
public record StartTime(@Nullable Instant at) {

	public void check() {
		Instant now = Instant.now();
		if (this.at != null && this.at.isAfter(now.plus(Duration.ofHours(1)))) {
			throw new UsageException(
					"load.start-at: %s is more than an hour away; name a time in the next hour, in UTC."
						.formatted(this.at));
		}
		if (this.at != null && !this.at.isAfter(now)) {
			throw new UsageException(
					"load.start-at: %s has passed; name a later time, in UTC, by which every client is connected."
						.formatted(this.at));
		}
	}

	public void await() throws InterruptedException {
		if (this.at != null) {
			check();
			Thread.sleep(Duration.between(Instant.now(), this.at));
		}
	}

}
