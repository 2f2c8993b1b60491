package dev.grpctuning.metrics;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import dev.grpctuning.observe.DurationCounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Durations that an executor records. */
class ExecutorTimersTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final Timer runs = this.registry.timer("run");

	private final ExecutorTimers timers = new ExecutorTimers(this.registry.timer("wait"), this.runs,
			new GenerationMeters(this.registry, 1), "main");

	@Test
	void waitsOfTasksAndDurationsOfCallsAreKeptApart() {
		this.timers.record(TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.SECONDS.toNanos(3));
		this.timers.recordCall(TimeUnit.SECONDS.toNanos(7));
		DurationCounts.Snapshot waits = this.timers.durations().waits().snapshot();
		DurationCounts.Snapshot calls = this.timers.durations().calls().snapshot();
		assertThat(waits.count()).isOne();
		assertThat(waits.meanMillis()).isCloseTo(20, Percentage.withPercentage(4));
		assertThat(calls.count()).isOne();
		assertThat(calls.meanMillis()).isCloseTo(7000, Percentage.withPercentage(4));
	}

	@Test
	void whenManyTasksRunThenOnlyASampleIsMeasured() {
		assertThat(IntStream.range(0, 1000)).allMatch((call) -> this.timers.measuresNextCall());
		await().until(() -> {
			IntStream.range(0, 10_000).forEach((task) -> this.timers.record(0, 0));
			return !this.timers.measuresNextCall();
		});
	}

}
