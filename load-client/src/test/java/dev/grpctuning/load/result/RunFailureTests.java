package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RunFailure}. */
@Tag(Approved.TAG)
class RunFailureTests {

	private static final Counts MANY_LOST = new Counts(5000, 1000, Map.of("UNAVAILABLE", 3000L), 0, 1000);

	@Test
	void whenARunFailedThenALineSaysWhyAndWhatToDo() {
		LoadPlan plan = Samples.closed();
		Counts none = new Counts(5000, 0, Map.of("INTERNAL", 3500L), 0, 1500);
		Counts late = new Counts(50, 10, Map.of("DEADLINE_EXCEEDED", 40L), 0, 0);
		Counts unknown = new Counts(12, 0, Map.of("UNIMPLEMENTED", 10L), 0, 2);
		MeasuredLoad unimplemented = Samples.load(unknown, Map.of("UNIMPLEMENTED", "Method not found: x/Y"), null,
				StopReason.UNIMPLEMENTED);
		Approved.assertCase("run.txt", RunFailure.of("a:1", plan, load(none, null)),
				RunFailure.of("a:1", plan, load(new Counts(12, 8, Map.of(), 3, 1), StopReason.TIMEOUT)),
				RunFailure.of("a:1", plan, unimplemented),
				RunFailure.of(null, plan, load(new Counts(0, 0, Map.of(), 0, 0), StopReason.UNIMPLEMENTED)),
				RunFailure.of("a:1", plan, load(new Counts(3, 3, Map.of(), 0, 0), StopReason.REPLAY_CHANGED)),
				RunFailure.of("a:1", plan, silent(MANY_LOST, null, 2.5, 1.26)),
				RunFailure.of("a:1", plan, silent(late, null, 2.5, 1.26)),
				RunFailure.gone(new Counts(2, 1, Map.of("UNAVAILABLE", 1L), 0, 0), "no gRPC server at a:1: refused"));
	}

	@Test
	void whenItWasEndedOtherwiseThenItsCallsCanBeJudgedAllTheSame() {
		MeasuredLoad load = load(new Counts(3, 0, Map.of(), 0, 3), StopReason.INTERRUPTED);
		assertThat(RunFailure.of("a:1", Samples.closed(), load)).isNull();
		assertThat(RunFailure.unanswered(Samples.closed(), load(MANY_LOST, StopReason.INTERRUPTED))).isNull();
		Approved.assertCase("run.txt", RunFailure.unanswered(Samples.closed(), load),
				RunFailure.unanswered(Samples.closed(), silent(MANY_LOST, StopReason.INTERRUPTED, 2.5, 1.1)));
	}

	@ParameterizedTest
	@CsvSource({ "2, 0.9, 1.1", "60, 5.9, 6.1", "600, 9.9, 10.1" })
	void whenItIsSilentForATenthOfTheTimeThenItHasStoppedAnswering(int seconds, double within, double beyond) {
		LoadPlan plan = Samples
			.plan(new LoadModel.Closed(new Concurrency.Constant(7), Warmup.NONE, Duration.ofSeconds(seconds)));
		assertThat(failure(plan, within)).isNull();
		assertThat(failure(plan, beyond)).isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "5, 0.9, 1.1", "60, 5.9, 6.1", "600, 9.9, 10.1" })
	void whenTheRunEndsBeforeItsDurationThenATenthOfItsOwnTimeCounts(int seconds, double within, double beyond) {
		LoadPlan plan = Samples
			.plan(new LoadModel.Closed(new Concurrency.Constant(7), Warmup.NONE, LoadModel.UNTIL_CALLED, 5000));
		assertThat(failure(plan, seconds, within)).isNull();
		assertThat(failure(plan, seconds, beyond)).isNotNull();
	}

	@Test
	void whenThePlanHasNoEndThenItIsDrivenWhateverBecomesOfTheServer() {
		assertThat(failure(Samples.endless(), 1000)).isNull();
	}

	private static @Nullable String failure(LoadPlan plan, double silentSeconds) {
		return failure(plan, plan.model().duration().toSeconds(), silentSeconds);
	}

	private static @Nullable String failure(LoadPlan plan, double windowSeconds, double silentSeconds) {
		return RunFailure.of("a:1", plan, silent(MANY_LOST, null, windowSeconds, silentSeconds));
	}

	/** What is left when the server does not answer the last calls. */
	private static MeasuredLoad silent(Counts counts, @Nullable StopReason stoppedBy, double windowSeconds,
			double seconds) {
		return new SampleLoad().counts(counts)
			.stoppedBy(stoppedBy)
			.rate(2.5, windowSeconds, 2000.4)
			.silentSeconds(seconds)
			.build();
	}

	private static MeasuredLoad load(Counts counts, @Nullable StopReason stoppedBy) {
		return Samples.load(counts, Map.of(), null, stoppedBy);
	}

}
