package dev.grpctuning.metrics;

import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import dev.grpctuning.observe.DurationCounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Calls of all methods together. */
class CallTotalsTests {

	private final CallTotals totals = new CallTotals();

	@Test
	void whenCallsAreRefusedThenTheyDoNotHideHowLongTheOthersTake() {
		this.totals.record(Status.Code.OK, TimeUnit.MILLISECONDS.toNanos(30));
		this.totals.record(Status.Code.DEADLINE_EXCEEDED, TimeUnit.MILLISECONDS.toNanos(200));
		for (int i = 0; i < 100; i++) {
			this.totals.record(Status.Code.RESOURCE_EXHAUSTED, TimeUnit.MICROSECONDS.toNanos(5));
		}
		DurationCounts.Snapshot durations = this.totals.durations();
		assertThat(durations.count()).isEqualTo(2);
		assertThat(durations.quantileMillis(0.5)).isCloseTo(30, Percentage.withPercentage(4));
		assertThat(durations.quantileMillis(1)).isCloseTo(200, Percentage.withPercentage(4));
		assertThat(this.totals.ended()).containsEntry("RESOURCE_EXHAUSTED", 100L);
	}

	@Test
	void whenAMethodDoesNotExistThenItsCallIsInTheTotalsToo() {
		CallMeters meters = new CallMeters(new SimpleMeterRegistry());
		meters.unknown().ended(Status.Code.UNIMPLEMENTED, 1000, 0, 0);
		assertThat(meters.totals().ended()).containsExactly(entry("UNIMPLEMENTED", 1L));
		assertThat(meters.totals().durations().count()).isOne();
	}

}
