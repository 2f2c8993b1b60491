package dev.grpctuning.load.compare.report;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Outcome}. */
@Tag(Approved.TAG)
class OutcomeTests {

	private final List<Variant> variants = Experiments.real().variants();

	private final Variant dead = this.variants.get(0);

	private final Variant one = Experiments.named("one", this.variants.get(1));

	private final Variant two = Experiments.named("two", this.variants.get(1));

	@Test
	void whenAllCompletedThenNoneIsNamed() {
		Approved.assertCase("compare.txt", outcome(Experiments.of(this.variants.get(1), this.variants.get(2))));
	}

	@Test
	void whenOneDiedThenItIsSaidHow() {
		Approved.assertCase("compare.txt", outcome(Experiments.of(this.dead, this.one, this.two)));
	}

	@Test
	void whenOneAnsweredNothingThenThatIsSaid() {
		Approved.assertCase("compare.txt", outcome(Experiments.of(this.one, Experiments.silent(this.two))));
	}

	@Test
	void whenNoneCompletedThenNoneIsPraised() {
		Approved.assertCase("compare.txt",
				outcome(Experiments.of(this.dead, Experiments.ended(Ended.EXITED, this.one))));
	}

	@Test
	void whenTuningsWereWrongThenThatIsSaid() {
		Approved.assertCase("compare.txt",
				outcome(Experiments.of(Experiments.ended(Ended.WRONG_TUNING, this.one), this.two)));
	}

	@Test
	void whenInterruptedThenItIsSaidHowFarItGot() {
		ExperimentDocument experiment = Experiments.with(Experiments.real(), List.of("one", "two", "three", "four"),
				List.of(this.one, Experiments.ended(Ended.INTERRUPTED, this.two)));
		Approved.assertCase("compare.txt", outcome(experiment));
	}

	@Test
	void whenInterruptedBetweenTwoRoundsThenTheRoundIsSaid() {
		Variant twice = Experiments.runs(List.of(this.one.runs().getFirst(), this.one.runs().getFirst()), this.one);
		Approved.assertCase("compare.txt", outcome(Experiments.ofRounds(10, twice, this.two)),
				outcome(Experiments.ofRounds(10, twice, Experiments.ended(Ended.INTERRUPTED, this.two))),
				outcome(Experiments.ofRounds(2, twice)));
	}

	@Test
	void whenNoVariantWasBegunThenNoneIsSaidToHaveCompleted() {
		Approved.assertCase("compare.txt",
				outcome(Experiments.with(Experiments.real(), List.of("one", "two"), List.of())));
	}

	@Test
	void whenOneVariantRanThenItIsTheOnlyOne() {
		Approved.assertCase("compare.txt", outcome(Experiments.of(this.one)));
	}

	@Test
	void whenThresholdsDoNotHoldThenTheirNumberIsPrinted() {
		ExperimentDocument failed = Experiments.of(this.one, this.two)
			.mapRuns((run) -> run.withThresholds(List.of(new ThresholdDocument("p99 < 1ms", "2 ms", false),
					new ThresholdDocument("errors == 0", "0", true))));
		Approved.assertCase("compare.txt", outcome(failed));
	}

	@Test
	void whenTheBaselineHasNoFiguresThenNothingIsRanked() {
		Approved.assertCase("compare.txt", outcome(
				Experiments.of(new ComparisonDocument("plain", 3, null, List.of()), this.dead, this.one, this.two)));
	}

	@Test
	void whenTheBaselineHasNoFiguresInAWorkloadThenThatIsSaidOfIt() {
		ComparisonDocument comparison = new ComparisonDocument("one", 3, null,
				List.of(new Row("one · busy", false, Metric.P99, null, null, "busy", "one", false),
						new Row("two · busy", false, Metric.P99, null,
								new Comparison(3, 1.5, new Interval(1.4, 1.6), Verdict.WORSE, 0.1, null), "busy", "two",
								false)));
		Approved.assertCase("compare.txt", outcome(
				Experiments.compared(comparison, Experiments.crossed(List.of("idle", "busy"), this.one, this.two))));
	}

	@Test
	void whenThereAreWorkloadsThenEachHasAText() {
		ExperimentDocument crossed = Experiments.crossed(List.of("idle", "busy"), this.one, this.two);
		Comparison worse = new Comparison(3, 1.5, new Interval(1.4, 1.6), Verdict.WORSE, 0.1, null);
		List<Row> rows = List.of(new Row("one · idle", false, Metric.P99, null, null, "idle", "one", false),
				new Row("two · idle", false, Metric.P99, null, worse, "idle", "two", false),
				new Row("one · busy", false, Metric.P99, null, null, "busy", "one", false),
				new Row("two · busy", false, Metric.P99, null, worse, "busy", "two", false));
		ExperimentDocument experiment = Experiments.compared(new ComparisonDocument("one", 3, null, rows), crossed);
		List<String> outcomes = Outcome.of(experiment);
		assertThat(outcomes).hasSize(3);
		Approved.assertCase("compare.txt", String.join("\n", outcomes));
		assertThat(ExperimentReport.of(experiment, Path.of("none")).html()).contains("<ul class=\"outcome\">")
			.doesNotContain("<p class=\"outcome\">")
			.contains("<li>" + outcomes.get(1) + "</li>");
		assertThat(ExperimentReport.of(experiment, Path.of("none")).markdown())
			.contains("\n- " + outcomes.get(1) + "\n")
			.doesNotContain("\n**\n");
		assertThat(Outcome.of(crossed)).containsExactly(outcomes.getLast());
		assertThat(ExperimentReport.of(crossed, Path.of("none")).html())
			.contains("<p class=\"outcome\">" + outcomes.getLast() + "</p>");
	}

	@Test
	void whenManyVariantsWereNotBegunThenTheyAreNotListed() {
		List<String> planned = IntStream.range(0, 12).mapToObj((i) -> "variant-" + i).toList();
		Approved.assertCase("compare.txt", outcome(Experiments.with(Experiments.real(), planned, List.of(this.one))));
	}

	private static String outcome(ExperimentDocument experiment) {
		return String.join(" ", Outcome.of(experiment));
	}

}
