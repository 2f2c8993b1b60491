package dev.grpctuning.load.search;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.threshold.Threshold;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Objective}, at a rate of 1,000 calls per second for five seconds. */
@Tag(Approved.TAG)
class ObjectiveTests {

	private static final LoadPlan PLAN = new LoadPlan(
			new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(1000), Arrivals.CONSTANT, 1, Shard.ALL),
					Duration.ofMillis(10), 0.01, Warmup.NONE, Duration.ofSeconds(5)),
			LoadEngine.STUB, StubKind.FUTURE, 1, HelloCall.PLAN, 4000, Duration.ofSeconds(5), Duration.ofMinutes(1));

	private static final Counts ALL = new Counts(5000, 5000, Map.of(), 0, 0);

	@Test
	void whenAllIsWellThenItHeld() {
		assertThat(judge(load(ALL, 5.01, 4000, null), "p99 < 10ms", "errors == 0")).isEqualTo(Objective.Judgement.HELD);
	}

	@Test
	void whenAConditionIsMissedThenItIsNamedWithItsValue() {
		assertThat(judge(load(ALL, 5.02, 12_300, null), "p99 < 10ms", "p50 < 1ms"))
			.isEqualTo(new Objective.Judgement(Outcome.BROKEN, "p99 < 10ms: 12.3 ms; p50 < 1ms: 2 ms"));
	}

	@Test
	void whenCallsFailThenItIsBroken() {
		Counts failed = new Counts(5000, 4990, Map.of("UNAVAILABLE", 10L), 0, 0);
		assertBroken(judge(load(failed, 5.01, 4000, null), "p99 < 10ms"));
	}

	@ParameterizedTest
	@CsvSource({ "errors <= 10, HELD", "errors < 10, BROKEN", "error-share < 1%, HELD",
			"errors.unavailable < 10, BROKEN" })
	void whenTheObjectiveSaysHowManyMayFailThenThatCounts(String condition, Outcome outcome) {
		Counts failed = new Counts(5000, 4990, Map.of("UNAVAILABLE", 10L), 0, 0);
		assertThat(judge(load(failed, 5.01, 4000, null), condition).outcome()).isEqualTo(outcome);
	}

	@Test
	void whenCallsAreUnfinishedThenItIsBroken() {
		assertBroken(judge(load(new Counts(5000, 4999, Map.of(), 0, 1), 10, 4000, null), "p50 < 10ms"));
	}

	@Test
	void whenTheRateWasNotReachedThenItIsBroken() {
		assertBroken(judge(load(ALL, 6, 900_000, null), "errors == 0"));
	}

	@Test
	void whenCallsTakeLongButAllAreAnsweredThenTheRateWasReached() {
		MeasuredLoad slow = load(ALL, 7, 2_000_000, 2_000_000, null);
		assertThat(judge(slow, "p99 < 3s").outcome()).isEqualTo(Outcome.HELD);
	}

	@Test
	void whenTheClientIsLateThenItIsTheLimit() {
		assertThat(
				judge(load(ALL, 5.01, 12_000, new Saturation(Saturation.Cause.LATE_CALLS, "2 % late")), "p99 < 10ms"))
			.isEqualTo(new Objective.Judgement(Outcome.LOAD_GENERATOR_SATURATED, "2 % late"));
	}

	@ParameterizedTest
	@CsvSource({ "LATE_CALLS, DEADLINE_EXCEEDED, LOAD_GENERATOR_SATURATED",
			"CPU, DEADLINE_EXCEEDED, LOAD_GENERATOR_SATURATED", "OPEN_CALLS, DEADLINE_EXCEEDED, BROKEN",
			"LATE_CALLS, RESOURCE_EXHAUSTED, BROKEN" })
	void whenCallsFailWhileTheClientIsLateThenTheirDeadlinesSayNothingOfTheServer(Saturation.Cause cause, String status,
			Outcome outcome) {
		Counts failed = new Counts(5000, 1000, Map.of(status, 4000L), 0, 0);
		assertThat(judge(load(failed, 5.01, 12_000, new Saturation(cause, "98 % late")), "p99 < 10ms").outcome())
			.isEqualTo(outcome);
	}

	@Test
	void whenTheServerLeavesAsManyCallsOpenAsTheClientKeepsThenTheServerIsTheLimit() {
		assertBroken(
				judge(load(ALL, 5.01, 12_000, new Saturation(Saturation.Cause.OPEN_CALLS, "4,000 calls were open")),
						"p99 < 10ms"));
	}

	@ParameterizedTest
	@CsvSource({ "p99.9 < 1s, P999", "errors == 0, P99", "service.p50 < 1ms, P50", "response.max < 1s, MAX",
			"min < 1ms, MIN" })
	void whenServersAreComparedThenByTheLatencyOfTheObjective(String condition, LatencyFigure figure) {
		assertThat(new Objective(List.of(Threshold.parse("throughput > 1"), Threshold.parse(condition))).latency())
			.isEqualTo(figure);
	}

	@ParameterizedTest
	@CsvSource({ "errors.unavailable < 20, BROKEN", "'errors.unavailable < 20, errors.internal < 2', HELD",
			"errors < 20, HELD" })
	void whenOneStatusMayFailThenOthersMayNot(String conditions, Outcome outcome) {
		Counts failed = new Counts(5000, 4989, Map.of("UNAVAILABLE", 10L, "INTERNAL", 1L), 0, 0);
		Objective.Judgement judgement = judge(load(failed, 5.01, 4000, null), conditions.split(", "));
		assertThat(judgement.outcome()).isEqualTo(outcome);
		assertThat(String.valueOf(judgement.reason())).doesNotContain("UNAVAILABLE");
	}

	@Test
	void whenARateMakesOneCallInATrialThenOneAnswerIsEnough() {
		Counts one = new Counts(1, 1, Map.of(), 0, 0);
		assertThat(new Objective(List.of(Threshold.parse("p99 < 10ms"))).judge(0.25, PLAN, load(one, 5, 4000, null))
			.outcome()).isEqualTo(Outcome.HELD);
	}

	private static void assertBroken(Objective.Judgement judgement) {
		assertThat(judgement.outcome()).isEqualTo(Outcome.BROKEN);
		Approved.assertCase("knee.txt", judgement.reason());
	}

	private static Objective.Judgement judge(MeasuredLoad load, String... conditions) {
		return new Objective(Stream.of(conditions).map(Threshold::parse).toList()).judge(1000, PLAN, load);
	}

	private static MeasuredLoad load(Counts counts, double elapsedSeconds, long p99, @Nullable Saturation saturation) {
		return load(counts, elapsedSeconds, 2000, p99, saturation);
	}

	private static MeasuredLoad load(Counts counts, double elapsedSeconds, long p50, long p99,
			@Nullable Saturation saturation) {
		LatencySummary latencies = new LatencySummary(counts.ok(), 100, 500, p50, p50, p50, p50, p99, p99, p99, p99,
				"");
		return new SampleLoad().counts(counts)
			.failures(Map.of("UNAVAILABLE", "Connection\nclosed"))
			.rate(elapsedSeconds, elapsedSeconds, counts.ok() / elapsedSeconds)
			.latency(latencies, latencies)
			.saturation(saturation)
			.build();
	}

}
