package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ArrivalPlan}. */
class ArrivalPlanTests {

	private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

	@Test
	void whenItWarmsUpThenItDoesSoAtItsFirstRate() {
		ArrivalPlan plan = even(new Rate.Ramp(50, 200, TEN_SECONDS), Shard.ALL);
		assertThat(plan.warmUp().dueNanos(5000)).isEqualTo(Duration.ofSeconds(100).toNanos());
		assertThat(plan.measured(TEN_SECONDS, TEN_SECONDS).dueNanos(0)).isZero();
		assertThat(plan.measured(TEN_SECONDS, TEN_SECONDS).dueNanos(1250)).isEqualTo(TEN_SECONDS.toNanos());
	}

	@Test
	void whenTheFirstRateIsZeroThenNothingIsDueInTheWarmUp() {
		assertThat(even(new Rate.Ramp(0, 200, TEN_SECONDS), Shard.ALL).warmUp().dueNanos(0)).isEqualTo(Long.MAX_VALUE);
		assertThat(even(new Rate.Steps(List.of(0.0, 5.0), TEN_SECONDS), Shard.ALL).warmUp().dueNanos(0))
			.isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void whenCallsAreRandomThenThoseOfTheWarmUpAreOthers() {
		ArrivalPlan plan = new ArrivalPlan.OfRate(new Rate.Constant(10), Arrivals.POISSON, 5, Shard.ALL);
		assertThat(plan.warmUp().dueNanos(10)).isNotEqualTo(plan.measured(TEN_SECONDS, TEN_SECONDS).dueNanos(10));
	}

	@Test
	void whenCallsAreRandomThenAsManyAreMeasuredAsAreAskedFor() {
		ArrivalPlan plan = new ArrivalPlan.OfRate(new Rate.Constant(1000), Arrivals.POISSON, 1, Shard.ALL);
		assertThat(plan.measured(Duration.ZERO, TEN_SECONDS).dueNanos(9999)).isLessThan(TEN_SECONDS.toNanos());
		assertThat(plan.measured(Duration.ZERO, TEN_SECONDS).dueNanos(10_000)).isEqualTo(TEN_SECONDS.toNanos());
	}

	@Test
	void whenAClientHasAShardThenItsRateIsThatPartOfTheRate() {
		ArrivalPlan plan = even(new Rate.Ramp(0, 400, TEN_SECONDS), new Shard(3, 4));
		assertThat(plan.callsPerSecond(5)).isEqualTo(50);
		assertThat(plan.callsBefore(10)).isEqualTo(500);
		assertThat(plan.longestGapSeconds()).isEqualTo(new Rate.Ramp(0, 400, TEN_SECONDS).longestGapSeconds() * 4);
		assertThat(plan.measured(Duration.ZERO, TEN_SECONDS).dueNanos(0)).isEqualTo(
				even(new Rate.Ramp(0, 400, TEN_SECONDS), Shard.ALL).measured(Duration.ZERO, TEN_SECONDS).dueNanos(3));
	}

	private static ArrivalPlan even(Rate rate, Shard shard) {
		return new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 1, shard);
	}

}
