package dev.grpctuning.metrics;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import dev.grpctuning.guard.Objective;
import dev.grpctuning.guard.Objective.MethodObjective;
import dev.grpctuning.observe.DurationCounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Calls of all methods together. */
class CallTotalsTests {

	private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

	private final CallTotals totals = new CallTotals(new Objective(Duration.ofMillis(20),
			List.of(new MethodObjective("a.Reports/*", Duration.ofSeconds(2))), Objective.ERRORS));

	private final CallTotals.OfMethod method = this.totals.method("a.Hello/Say");

	@Test
	void whenCallsAreRefusedThenTheyDoNotHideHowLongTheOthersTake() {
		this.method.record(Status.Code.OK, 30 * MILLISECOND);
		this.method.record(Status.Code.DEADLINE_EXCEEDED, 200 * MILLISECOND);
		for (int i = 0; i < 100; i++) {
			this.method.record(Status.Code.RESOURCE_EXHAUSTED, TimeUnit.MICROSECONDS.toNanos(5));
		}
		DurationCounts.Snapshot durations = this.totals.durations();
		assertThat(durations.count()).isEqualTo(2);
		assertThat(durations.quantileMillis(0.5)).isCloseTo(30, Percentage.withPercentage(4));
		assertThat(durations.quantileMillis(1)).isCloseTo(200, Percentage.withPercentage(4));
		assertThat(this.totals.ended()).containsEntry("RESOURCE_EXHAUSTED", 100L);
		assertThat(this.totals.nanosByMethod()).containsExactly(entry("a.Hello/Say", 230 * MILLISECOND));
	}

	@Test
	void whenACallTakesLongerThanTheObjectiveOfItsMethodThenItIsLateUnlessItFailed() {
		this.method.record(Status.Code.OK, 20 * MILLISECOND);
		this.method.record(Status.Code.OK, 20 * MILLISECOND + 1);
		this.method.record(Status.Code.NOT_FOUND, 21 * MILLISECOND);
		this.method.record(Status.Code.DEADLINE_EXCEEDED, 21 * MILLISECOND);
		this.totals.method("a.Reports/Get").record(Status.Code.OK, 200 * MILLISECOND);
		assertThat(this.totals.late()).isEqualTo(2);
		assertThat(this.totals.failed()).isOne();
		assertThat(this.totals.all()).isEqualTo(5);
		assertThat(this.totals.endedByMethod()).containsExactly(entry("a.Hello/Say", 4L), entry("a.Reports/Get", 1L));
	}

	@Test
	void whenAMethodDoesNotExistThenItsCallIsInTheTotalsToo() {
		CallMeters meters = new CallMeters(new SimpleMeterRegistry(), Objective.NONE);
		meters.unknown().ended(Status.Code.UNIMPLEMENTED, 1000, 0, 0);
		assertThat(meters.totals().ended()).containsExactly(entry("UNIMPLEMENTED", 1L));
		assertThat(meters.totals().durations().count()).isOne();
	}

}
