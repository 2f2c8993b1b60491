package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ComparisonDocument} and its table. */
@Tag(Approved.TAG)
class ComparisonTests extends ComparisonFixture {

	private final Variant baseline = variant("plain", null, List.of(1, 2, 3, 4), 100, 110, 105, 95);

	private final Variant again = variant("plain-control", null, List.of(1, 2, 3, 4), 104, 105, 101, 98);

	private final Variant slow = variant("slow", "slow", List.of(1, 2, 4), 1000, 1090, 955);

	private final ComparisonDocument document = ComparisonFixture.compared("plain",
			List.of(this.baseline, this.slow, this.again));

	@Test
	void whenARunWasCutShortThenItsRoundDoesNotCount() {
		Variant cut = variant("cut", "cut", List.of(1, 2, 3), 100, 100, 100);
		List<RunDocument> runs = new ArrayList<>(cut.runs());
		runs.set(1, run(100, StopReason.INTERRUPTED));
		Variant withCut = Experiments.variant("cut", null, "cut", List.of(), Map.of(), null, Ended.INTERRUPTED, null,
				runs, cut.rounds());
		ComparisonDocument compared = ComparisonFixture.compared("plain", List.of(this.baseline, withCut));
		assertThat(compared.rows()).filteredOn((row) -> row.variant().equals("cut"))
			.allSatisfy((row) -> assertThat(row.comparison()).isNotNull().extracting(Comparison::rounds).isEqualTo(2));
	}

	@Test
	void whenAVariantRefusesCallsThenItsShareOfAnsweredOnesIsCompared() {
		Variant refusing = Experiments.variant("refusing", null, "refusing", List.of(), Map.of(), null, Ended.COMPLETED,
				null, List.of(refusing(2450), refusing(2455), refusing(2440), refusing(2460)), List.of(1, 2, 3, 4));
		ComparisonDocument compared = ComparisonFixture.compared("plain",
				List.of(this.baseline, refusing, this.slow, this.again));
		assertThat(compared.rows()).filteredOn((row) -> row.metric() == Metric.ANSWERED)
			.extracting(Row::variant)
			.containsExactly("plain", "refusing");
		Approved.assertCase("compare.txt", table(compared));
		assertThat(smallest(compared, "slow")).as("of ten comparisons instead of nine")
			.isGreaterThan(smallest(
					ComparisonFixture.compared("plain", List.of(this.baseline, this.again, this.slow, this.again)),
					"slow"));
		assertThat(this.document.rows()).extracting(Row::metric).doesNotContain(Metric.ANSWERED);
	}

	@Test
	void whenAVariantAnsweredNoCallInAnyRoundThenItIsWorseInThatAndElseNotMeasured() {
		Variant silent = refusing("silent", 0, 0, 0, 0);
		ComparisonDocument compared = ComparisonFixture.compared("plain", List.of(this.baseline, this.slow, silent));
		assertThat(comparison(compared, "silent", Metric.ANSWERED))
			.isEqualTo(new Comparison(4, 0, null, Verdict.WORSE, null, null));
		assertThat(comparison(compared, "silent", Metric.P99).rounds()).isZero();
		Approved.assertCase("compare.txt", table(compared));
		assertThat(ResultFile.text(compared)).contains("\"ratio\": 0.0");
		assertThat(comparison(compared, "slow", Metric.P99).minimumDetectableEffect())
			.as("of two comparisons instead of one")
			.isGreaterThan(comparison(ComparisonFixture.compared("plain", List.of(this.baseline, this.slow)), "slow",
					Metric.P99)
				.minimumDetectableEffect());
	}

	@Test
	void whenThereWasOneRoundInSeveralWorkloadsThenTheLargestNoiseIsSaid() {
		ComparisonDocument compared = ComparisonFixture.compared("plain",
				List.of(in("idle", variant("plain", null, List.of(1), 100)),
						in("idle", variant("other", "other", List.of(1), 900)),
						in("idle", variant("plain-control", null, List.of(1), 95)),
						in("busy", variant("plain", null, List.of(1), 100)),
						in("busy", variant("plain-control", null, List.of(1), 120))));
		Approved.assertCase("compare.txt", ComparisonView.noise(compared, Row::apart));
	}

	@Test
	void whenTheBaselineDiffersFromItselfThenTheExperimentIsNotToBeTrusted() {
		Variant other = variant("plain-control", null, List.of(1, 2, 3, 4), 200, 220, 210, 190);
		Approved.assertCase("compare.txt", table(ComparisonFixture.compared("plain", List.of(this.baseline, other))));
	}

	@Test
	void whenThereAreWorkloadsThenAVariantIsComparedWithTheBaselineOfItsOwn() {
		ComparisonDocument compared = ComparisonFixture.compared("plain",
				List.of(in("idle", variant("plain", null, List.of(1, 2, 3, 4), 100, 110, 105, 95)),
						in("idle", variant("fast", "fast", List.of(1, 2, 3, 4), 10, 11, 10, 9)),
						in("busy", variant("plain", null, List.of(1, 2, 3, 4), 9000, 9100, 9050, 8950)),
						in("busy", variant("fast", "fast", List.of(1, 2, 3, 4), 90_000, 91_000, 90_500, 89_500)),
						in("idle", variant("plain-control", null, List.of(1, 2, 3, 4), 101, 109, 106, 95)),
						in("lost", variant("fast", "fast", List.of(1), 1))));
		assertThat(compared.rows()).extracting(Row::variant)
			.as("workload by workload, and none without a baseline")
			.containsSubsequence("plain · idle", "fast · idle", "plain-control · idle", "plain · busy", "fast · busy")
			.doesNotContain("fast · lost");
		assertThat(verdict(compared, "fast · idle")).isEqualTo(Verdict.BETTER);
		assertThat(verdict(compared, "fast · busy")).isEqualTo(Verdict.WORSE);
		assertThat(verdict(compared, "plain-control · idle")).isEqualTo(Verdict.SAME);
		Approved.assertCase("compare.txt", table(compared));
	}

	private static String table(ComparisonDocument compared) {
		ComparisonView view = view(compared);
		return String.join("\n", view.table().terminal(), view.ratios(), view.control());
	}

	private static Comparison comparison(ComparisonDocument compared, String variant, Metric metric) {
		return compared.rows()
			.stream()
			.filter((row) -> row.variant().equals(variant) && row.metric() == metric)
			.map((row) -> Objects.requireNonNull(row.comparison()))
			.findFirst()
			.orElseThrow();
	}

	private static double smallest(ComparisonDocument compared, String variant) {
		return compared.rows()
			.stream()
			.filter((row) -> row.variant().equals(variant) && row.metric() == Metric.P50)
			.map((row) -> Objects.requireNonNull(Objects.requireNonNull(row.comparison()).minimumDetectableEffect()))
			.findFirst()
			.orElseThrow();
	}

	private static Verdict verdict(ComparisonDocument compared, String variant) {
		return compared.rows()
			.stream()
			.filter((row) -> row.variant().equals(variant) && row.metric() == Metric.P50)
			.map((row) -> Objects.requireNonNull(row.comparison()).verdict())
			.findFirst()
			.orElseThrow();
	}

	private Row row(String variant, Metric metric) {
		return this.document.rows()
			.stream()
			.filter((row) -> row.variant().equals(variant) && row.metric() == metric)
			.findFirst()
			.orElseThrow();
	}

	private Comparison comparison(String variant, Metric metric) {
		return Objects.requireNonNull(row(variant, metric).comparison());
	}

}
