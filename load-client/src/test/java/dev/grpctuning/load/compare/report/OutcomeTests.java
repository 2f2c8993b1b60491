package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Outcome}.
 */
class OutcomeTests {

	private final List<Variant> variants = Experiments.real().variants();

	private final Variant dead = this.variants.get(0);

	private final Variant one = Experiments.named("one", this.variants.get(1));

	private final Variant two = Experiments.named("two", this.variants.get(1));

	@Test
	void whenAllCompletedThenNoneIsNamed() {
		assertThat(outcome(Experiments.of(this.variants.get(1), this.variants.get(2))))
			.isEqualTo("All 2 variants completed.");
	}

	@Test
	void whenOneDiedThenItIsSaidHow() {
		assertThat(outcome(Experiments.of(this.dead, this.one, this.two)))
			.isEqualTo("2 of 3 variants completed. plain ran out of memory.");
	}

	@Test
	void whenOneAnsweredNothingThenThatIsSaid() {
		assertThat(outcome(Experiments.of(this.one, Experiments.silent(this.two))))
			.isEqualTo("All 2 variants completed. two answered no call.");
	}

	@Test
	void whenNoneCompletedThenNoneIsPraised() {
		assertThat(outcome(Experiments.of(this.dead, Experiments.ended(Ended.EXITED, this.one))))
			.isEqualTo("0 of 2 variants completed. one exited. plain ran out of memory.");
	}

	@Test
	void whenTuningsWereWrongThenThatIsSaid() {
		assertThat(outcome(Experiments.of(Experiments.ended(Ended.WRONG_TUNING, this.one), this.two)))
			.endsWith(" one did not have the tuning of the variant.");
	}

	@Test
	void whenInterruptedThenItIsSaidHowFarItGot() {
		ExperimentDocument experiment = Experiments.with(Experiments.real(), List.of("one", "two", "three", "four"),
				List.of(this.one, Experiments.ended(Ended.INTERRUPTED, this.two)));
		assertThat(outcome(experiment))
			.startsWith("Interrupted: 2 of 4 variants were begun, without three and four. 1 of 2 variants completed.");
	}

	@Test
	void whenInterruptedBetweenTwoRoundsThenTheRoundIsSaid() {
		Variant twice = Experiments.runs(List.of(this.one.runs().getFirst(), this.one.runs().getFirst()), this.one);
		assertThat(outcome(Experiments.ofRounds(10, twice, this.two))).startsWith("Not finished in round 2 of 10. ");
		assertThat(outcome(Experiments.ofRounds(10, twice, Experiments.ended(Ended.INTERRUPTED, this.two))))
			.startsWith("Interrupted in round 2 of 10. ");
		assertThat(outcome(Experiments.ofRounds(2, twice))).startsWith("The one variant completed");
	}

	@Test
	void whenNoVariantWasBegunThenNoneIsSaidToHaveCompleted() {
		assertThat(outcome(Experiments.with(Experiments.real(), List.of("one", "two"), List.of())))
			.isEqualTo("Not finished: 0 of 2 variants were begun, without one and two.");
	}

	@Test
	void whenOneVariantRanThenItIsTheOnlyOne() {
		assertThat(outcome(Experiments.of(this.one))).isEqualTo("The one variant completed.");
	}

	@Test
	void whenGatesDoNotHoldThenTheirNumberIsSaid() {
		ExperimentDocument failed = Experiments.of(this.one, this.two)
			.mapRuns((run) -> run.withThresholds(List.of(new ThresholdDocument("p99 < 1ms", "2 ms", false),
					new ThresholdDocument("errors == 0", "0", true))));
		assertThat(outcome(failed)).endsWith(" Thresholds that do not hold: 2.");
	}

	@Test
	void whenTheBaselineHasNoFiguresThenNothingIsRanked() {
		assertThat(
				outcome(Experiments.of(new ComparisonDocument("plain", 3, List.of()), this.dead, this.one, this.two)))
			.isEqualTo("Nothing could be compared: the baseline plain ended as out-of-memory and has figures of 0 of 3 "
					+ "rounds. 2 of 3 variants completed. plain ran out of memory.");
	}

	@Test
	void whenTheBaselineHasNoFiguresInAWorkloadThenThatIsSaidOfIt() {
		ComparisonDocument comparison = new ComparisonDocument("one", 3,
				List.of(new Row("one · busy", false, Metric.P99, null, null, "busy", "one"),
						new Row("two · busy", false, Metric.P99, null,
								new Comparison(3, 1.5, new Interval(1.4, 1.6), Verdict.WORSE, 0.1, null), "busy",
								"two")));
		assertThat(outcome(
				Experiments.compared(comparison, Experiments.crossed(List.of("idle", "busy"), this.one, this.two))))
			.isEqualTo("Nothing could be compared in idle: the baseline one has figures of 1 of 3 rounds. "
					+ "busy: against one, two is worse (p99 +50 %). All 4 variants completed.");
	}

	@Test
	void whenThereAreWorkloadsThenEachHasAText() {
		ExperimentDocument crossed = Experiments.crossed(List.of("idle", "busy"), this.one, this.two);
		Comparison worse = new Comparison(3, 1.5, new Interval(1.4, 1.6), Verdict.WORSE, 0.1, null);
		List<Row> rows = List.of(new Row("one · idle", false, Metric.P99, null, null, "idle", "one"),
				new Row("two · idle", false, Metric.P99, null, worse, "idle", "two"),
				new Row("one · busy", false, Metric.P99, null, null, "busy", "one"),
				new Row("two · busy", false, Metric.P99, null, worse, "busy", "two"));
		ExperimentDocument experiment = Experiments.compared(new ComparisonDocument("one", 3, rows), crossed);
		assertThat(Outcome.of(experiment)).containsExactly("idle: against one, two is worse (p99 +50 %).",
				"busy: against one, two is worse (p99 +50 %).", "All 4 variants completed.");
		assertThat(ExperimentReport.of(experiment).html()).contains("<ul class=\"outcome\">")
			.doesNotContain("<p class=\"outcome\">")
			.contains("<li>busy: against one, two is worse (p99 +50 %).</li>");
		assertThat(ExperimentReport.of(experiment).markdown())
			.contains("\n- busy: against one, two is worse (p99 +50 %).\n")
			.doesNotContain("\n**\n");
		assertThat(Outcome.of(crossed)).containsExactly("All 4 variants completed.");
		assertThat(ExperimentReport.of(crossed).html()).contains("<p class=\"outcome\">All 4 variants completed.</p>");
	}

	@Test
	void whenManyVariantsWereNotBegunThenTheyAreNotListed() {
		List<String> planned = IntStream.range(0, 12).mapToObj((i) -> "variant-" + i).toList();
		assertThat(outcome(Experiments.with(Experiments.real(), planned, List.of(this.one))))
			.startsWith("Not finished: 1 of 13 variants were begun. The one");
	}

	private static String outcome(ExperimentDocument experiment) {
		return String.join(" ", Outcome.of(experiment));
	}

}
