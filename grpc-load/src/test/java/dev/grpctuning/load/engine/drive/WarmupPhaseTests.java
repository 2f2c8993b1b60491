package dev.grpctuning.load.engine.drive;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.engine.Simulation;
import dev.grpctuning.load.engine.Simulation.Measured;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link WarmupPhase} with the drivers, in a simulation. */
class WarmupPhaseTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

	private static final Warmup THREE_SECONDS = new Warmup.Fixed(Duration.ofSeconds(3));

	private static final Warmup AUTO = new Warmup.UntilSteady(TEN_SECONDS);

	@Test
	void whenItIsATimeThenTheCallsOfThePlanComeAfterIt() {
		Measured measured = run(open(new Rate.Constant(100), THREE_SECONDS));
		assertThat(measured.started()).isEqualTo(1000);
		assertThat(measured.served()).isEqualTo(1300);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(3, null));
	}

	@Test
	void whenTheRateChangesThenItWarmsUpWithTheFirstAndLosesNoneOfTheOthers() {
		Measured ramp = run(open(new Rate.Ramp(50, 150, TEN_SECONDS), THREE_SECONDS));
		assertThat(ramp.started()).isEqualTo(1000);
		assertThat(ramp.served()).isEqualTo(1150);
		Measured steps = run(open(new Rate.Steps(List.of(10.0, 90.0), Duration.ofSeconds(5)), THREE_SECONDS));
		assertThat(steps.started()).isEqualTo(500);
		assertThat(steps.served()).isEqualTo(530);
	}

	@ParameterizedTest
	@EnumSource
	void whenItIsATimeThenBurstsThatAreDueInItDoNotCount(Pacing pacing) {
		BurstSchedule schedule = new BurstSchedule(5, 7, Duration.ofMillis(500), pacing);
		Measured measured = run(new LoadModel.Burst(schedule, THREE_SECONDS));
		assertThat(measured.started()).isEqualTo(35);
		assertThat(measured.served()).isEqualTo(35 + 6 * 7);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(3, null));
	}

	@Test
	void whenItIsNoWholeNumberOfBurstsThenTheNextBurstIsTheFirstThatCounts() {
		BurstSchedule schedule = new BurstSchedule(5, 7, Duration.ofSeconds(2), Pacing.SCHEDULE);
		Measured measured = run(new LoadModel.Burst(schedule, THREE_SECONDS));
		assertThat(measured.started()).isEqualTo(35);
		assertThat(measured.served()).isEqualTo(35 + 2 * 7);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(4, null));
	}

	@Test
	void whenItEndsByItselfThenThePlanBeginsWithTheNextCall() {
		Measured measured = Simulation.runUntilSteady(open(new Rate.Constant(100), AUTO), 2 * SECOND + 1);
		assertThat(measured.started()).isEqualTo(1000);
		assertThat(measured.served()).isEqualTo(1201);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(2.01, true));
	}

	@Test
	void whenItDoesNotEndByItselfThenItIsOverAtItsLimit() {
		Measured measured = Simulation.runUntilSteady(open(new Rate.Constant(100), AUTO), 100 * SECOND);
		assertThat(measured.started()).isEqualTo(1000);
		assertThat(measured.served()).isEqualTo(2000);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(10, false));
	}

	@Test
	void whenItIsSteadyOnlyAtItsLimitThenItHasNotEndedByItself() {
		assertThat(Simulation.runUntilSteady(open(new Rate.Constant(100), AUTO), 10 * SECOND).warmup())
			.isEqualTo(new WarmupResult(10, false));
		BurstSchedule schedule = new BurstSchedule(5, 7, Duration.ofMillis(500), Pacing.SCHEDULE);
		assertThat(Simulation.runUntilSteady(new LoadModel.Burst(schedule, AUTO), 10 * SECOND).warmup())
			.isEqualTo(new WarmupResult(10, false));
	}

	@Test
	void whenBurstsAreSteadyThenTheNextBurstIsTheFirstThatCounts() {
		BurstSchedule schedule = new BurstSchedule(5, 7, Duration.ofMillis(500), Pacing.SCHEDULE);
		Measured measured = Simulation.runUntilSteady(new LoadModel.Burst(schedule, AUTO), SECOND + 1);
		assertThat(measured.served() - measured.started()).isEqualTo(3 * 7);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(1.5, true));
	}

	@Test
	void whenCallsAreKeptOpenThenItEndsSoonAfterTheyAreSteady() {
		LoadModel model = new LoadModel.Closed(new Concurrency.Ramp(1, 2, TEN_SECONDS), AUTO, TEN_SECONDS);
		Measured measured = Simulation.run(model, 100, (arrival) -> arrival + 10_000_000);
		// One call each 10 ms until the limit, then two from half of the time on.
		assertThat(measured.served()).isBetween(2499L, 2503L);
		assertThat(measured.started()).isBetween(1499L, 1502L);
		assertThat(measured.warmup()).isEqualTo(new WarmupResult(10, false));
	}

	private static Measured run(LoadModel model) {
		return Simulation.run(model, 100, (arrival) -> arrival);
	}

	private static LoadModel open(Rate rate, Warmup warmup) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 1, Shard.ALL), TEN_SECONDS, 1, warmup,
				TEN_SECONDS);
	}

}
