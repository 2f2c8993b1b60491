package dev.grpctuning.load.search;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Trial} and {@link TrialPlan}. */
class TrialTests {

	private static final TrialPlan TRIALS = new TrialPlan(
			new LoadPlan(new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, Duration.ofHours(1)),
					LoadEngine.STUB, StubKind.ASYNC, 3, HelloCall.PLAN, 4000, Duration.ofHours(1), Duration.ofHours(2)),
			Arrivals.POISSON, 40, Duration.ofMillis(7), 0.02, 9, Duration.ofSeconds(10), Duration.ofSeconds(1),
			Duration.ofSeconds(2));

	@Test
	void whenCallsAreNotAnsweredThenTheyCountAsTheSlowest() {
		Trial trial = Trial.of(100, TRIALS.at(100, 0), load(150), Objective.Judgement.HELD);
		assertThat(trial.latencyMicros().response().p99()).isEqualTo(1000);
		assertThat(trial.responseOfAllMicros().count()).as("all that were due").isEqualTo(200);
		assertThat(trial.responseOfAllMicros().p50()).isEqualTo(1000);
		assertThat(trial.responseOfAllMicros().p99()).as("trial and drain").isBetween(3_990_000L, 4_010_000L);
	}

	@Test
	void whenTheLastAnswersComeLateThenTheRateWasReachedAllTheSame() {
		assertThat(Trial.of(100, TRIALS.at(100, 0), load(200), Objective.Judgement.HELD).answeredPerSecond())
			.isEqualTo(100);
	}

	@Test
	void whenARateIsTriedThenThePlanIsOpenAndEachTrialHasItsOwnSeed() {
		LoadPlan plan = TRIALS.at(123.5, 2);
		assertThat(plan.model()).isEqualTo(
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(123.5), Arrivals.POISSON, 42, Shard.ALL),
						Duration.ofMillis(7), 0.02, new Warmup.Fixed(Duration.ofSeconds(1)), Duration.ofSeconds(2)));
		assertThat(plan.channels()).isEqualTo(3);
		assertThat(plan.stub()).isEqualTo(StubKind.ASYNC);
		assertThat(plan.drain()).isEqualTo(Duration.ofSeconds(2));
		assertThat(plan.timeout()).isGreaterThan(Duration.ofSeconds(5));
		assertThat(TRIALS.withLength(Duration.ofSeconds(8)).at(1, 0).model().duration())
			.isEqualTo(Duration.ofSeconds(8));
	}

	@Test
	void whenAServerIsWarmedUpThenCallsAreKeptOpen() {
		assertThat(TRIALS.warmUp().model())
			.isEqualTo(new LoadModel.Closed(new Concurrency.Constant(9), Warmup.NONE, Duration.ofSeconds(10)));
		assertThat(TRIALS.warmUpAgain().model())
			.isEqualTo(new LoadModel.Closed(new Concurrency.Constant(9), Warmup.NONE, Duration.ofSeconds(1)));
	}

	@Test
	void whenNoStartIsSetThenItIsHalfOfWhatTheWarmUpReached() {
		assertThat(new TrialPlan.Limits(null, 1000, 0.05, 30).start(load(201))).isEqualTo(50);
		assertThat(new TrialPlan.Limits(null, 30, 0.05, 30).start(load(201))).isEqualTo(30);
		assertThat(new TrialPlan.Limits(7.5, 1000, 0.05, 30).start(load(201))).isEqualTo(7.5);
	}

	private static MeasuredLoad load(int answered) {
		LatencyInterval latencies = new LatencyInterval();
		latencies.response().recordValueWithCount(1000, answered);
		return new SampleLoad().counts(answered).rate(2.001, 2, 100.4).latencies(latencies).build();
	}

}
