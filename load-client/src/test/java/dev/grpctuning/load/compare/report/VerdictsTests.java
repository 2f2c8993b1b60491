package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.stats.Better;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Verdicts}. */
@Tag(Approved.TAG)
class VerdictsTests {

	private static final Row CONTROL = row("plain-control", true, Metric.P99, 1.01, null);

	@Test
	void whenDifferencesAreShownThenEachIsSaidWithItsSizeAndTheOthersAreNamed() {
		Approved.assertCase("compare.txt",
				text(of(5, row("slow", false, Metric.P50, 2, null), row("slow", false, Metric.P99, 3, null),
						row("mixed", false, Metric.THROUGHPUT, 2, null), row("mixed", false, Metric.P99, 1.5, null),
						CONTROL, row("like", false, Metric.P50, 1.01, null),
						row("near", false, Metric.P50, 0.99, null))));
	}

	@Test
	void whenAVariantLeavesCallsUnansweredThenItIsNotOnlyPraised() {
		Row all = new Row("plain", false, Metric.ANSWERED, new MedianInterval(1, new Interval(1, 1)), null, null,
				"plain", false);
		Row half = row("saturated", false, Metric.ANSWERED, 0.494, null);
		half = new Row("saturated", false, Metric.ANSWERED, new MedianInterval(0.494, new Interval(0.48, 0.5)),
				half.comparison(), null, "saturated", false);
		Approved.assertCase("compare.txt", text(of(5, all, row("saturated", false, Metric.THROUGHPUT, 1.11, null), half,
				row("saturated", false, Metric.P99, 0.005, null))));
	}

	@Test
	void whenAVariantAnsweredNoCallThenItIsWorseAndNotOneThatWasNotMeasured() {
		Row none = new Row("silent", false, Metric.ANSWERED, new MedianInterval(0, new Interval(0, 0)),
				Comparison.none(3), null, "silent", false);
		Row p99 = new Row("silent", false, Metric.P99, null,
				new Comparison(0, 1, null, Verdict.NO_DIFFERENCE_SHOWN, null, null), null, "silent", false);
		Approved.assertCase("compare.txt", text(of(3, none, p99, row("like", false, Metric.P99, 1.01, null))));
	}

	@Test
	void whenThereAreWorkloadsThenEachInWhichSomethingIsShownHasASentence() {
		Approved.assertCase("compare.txt", text(of(5, row("fast · idle", false, Metric.P99, 0.5, "idle"),
				row("fast · busy", false, Metric.P99, 1, "busy"), row("fast · late", false, Metric.P99, 1, "late"))));
	}

	@Test
	void whenNeitherRateNorP99IsShownThenWhatIsShownIsSaid() {
		Approved.assertCase("compare.txt", text(
				of(5, row("slow", false, Metric.P50, 1.5, null), row("slow", false, Metric.SERVER_CPU, 1.2, null))));
	}

	@Test
	void whenARatioIsTinyThenItIsNotAllGone() {
		Approved.assertCase("compare.txt", text(of(5, row("saturated", false, Metric.P99, 0.005, null))));
	}

	@Test
	void whenAVariantWasNeverMeasuredThenThatIsNotTakenForNoDifference() {
		Row dead = new Row("dead", false, Metric.P50, null,
				new Comparison(0, 1, null, Verdict.NO_DIFFERENCE_SHOWN, null, null), null, "dead", false);
		Approved.assertCase("compare.txt", text(of(5, dead, row("like", false, Metric.P50, 1.01, null))));
	}

	@Test
	void whenTheBaselineDiffersFromItselfThenNothingElseIsSaid() {
		Approved.assertCase("compare.txt",
				text(of(5, row("slow", false, Metric.P50, 2, null), row("plain-control", true, Metric.P99, 2, null))));
	}

	@Test
	void whenTheClientHeldRunsUpThenThatIsSaidBesideTheVariant() {
		ComparisonDocument comparison = new ComparisonDocument("plain", 5, null,
				List.of(new Row("plain", false, Metric.P99, null, null, null, "plain", false),
						row("slow", false, Metric.P99, 3, null), row("like", false, Metric.P99, 1, null)));
		Approved.assertCase("compare.txt", text(Verdicts.of(comparison, Map.of("plain",
				"load generator saturated in 1 of 5 runs", "slow", "load generator saturated in 2 of 5 runs"))));
	}

	@Test
	void whenTheClientHeldRunsUpInAWorkloadWithoutADifferenceThenThatIsSaidThere() {
		ComparisonDocument comparison = new ComparisonDocument("plain", 5, null,
				List.of(new Row("plain · idle", false, Metric.P99, null, null, "idle", "plain", false),
						row("fast · idle", false, Metric.P99, 1, "idle"),
						row("fast · busy", false, Metric.P99, 1, "busy")));
		Approved.assertCase("compare.txt",
				text(Verdicts.of(comparison, Map.of("plain · idle", "load generator saturated in 1 of 5 runs"))));
	}

	@Test
	void whenThereWasASingleRoundThenNothingIsSaid() {
		assertThat(of(1, row("slow", false, Metric.P50, 2, null))).isEmpty();
	}

	private static String text(List<String> sentences) {
		return String.join("\n", sentences);
	}

	private static List<String> of(int rounds, Row... rows) {
		return Verdicts.of(new ComparisonDocument("plain", rounds, null, List.of(rows)), Map.of());
	}

	private static Row row(String variant, boolean control, Metric metric, double ratio, @Nullable String workload) {
		Interval interval = new Interval(ratio - 0.05, ratio + 0.05);
		boolean shown = !interval.contains(1);
		boolean better = (metric.better() == Better.HIGHER) == (ratio > 1);
		Verdict verdict = better ? Verdict.BETTER : Verdict.WORSE;
		return new Row(variant, control, metric, null,
				new Comparison(5, ratio, interval, shown ? verdict : Verdict.NO_DIFFERENCE_SHOWN, 0.1, null), workload,
				(workload != null) ? variant.replace(" · " + workload, "") : variant, false);
	}

}
