package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.result.plan.PlanDocument;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ComparisonDocument} and its table.
 */
class ComparisonTests {

	private final Variant baseline = variant("plain", null, List.of(1, 2, 3, 4), 100, 110, 105, 95);

	private final Variant again = variant("plain-control", null, List.of(1, 2, 3, 4), 104, 105, 101, 98);

	private final Variant slow = variant("slow", "slow", List.of(1, 2, 4), 1000, 1090, 955);

	private final ComparisonDocument document = ComparisonDocument.of("plain",
			List.of(this.baseline, this.slow, this.again));

	@Test
	void whenAVariantIsSlowThenItIsWorseAndTheBaselineIsNotWorseThanItself() {
		assertThat(this.document.rounds()).isEqualTo(4);
		assertThat(row("plain", Metric.P50).comparison()).isNull();
		assertThat(comparison("slow", Metric.P50).verdict()).isEqualTo(Verdict.WORSE);
		assertThat(comparison("slow", Metric.P50).rounds()).as("one is missing").isEqualTo(3);
		assertThat(comparison("slow", Metric.P50).ratio()).isBetween(9.9, 10.1);
		assertThat(row("slow", Metric.P50).noise()).isFalse();
		assertThat(row("plain-control", Metric.P50).noise()).isTrue();
		assertThat(comparison("plain-control", Metric.P50).verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
		assertThat(comparison("slow", Metric.THROUGHPUT).verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
	}

	@Test
	void whenAllRunsAreOneMicrosecondApartThenNoDifferenceIsShown() {
		ComparisonDocument compared = ComparisonDocument.of("plain",
				List.of(variant("plain", null, List.of(1, 2, 3), 100, 100, 100),
						variant("other", "other", List.of(1, 2, 3), 101, 101, 101)));
		assertThat(compared.rows()).filteredOn((row) -> row.variant().equals("other") && row.metric() == Metric.P50)
			.singleElement()
			.extracting(Row::comparison)
			.isNotNull()
			.extracting(Comparison::verdict)
			.isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
	}

	@Test
	void whenARunWasCutShortThenItsRoundDoesNotCount() {
		Variant cut = variant("cut", "cut", List.of(1, 2, 3), 100, 100, 100);
		List<RunDocument> runs = new ArrayList<>(cut.runs());
		runs.set(1, run(100, StopReason.INTERRUPTED));
		Variant withCut = Experiments.variant("cut", null, "cut", List.of(), Map.of(), null, Ended.INTERRUPTED, null,
				runs, cut.rounds());
		ComparisonDocument compared = ComparisonDocument.of("plain", List.of(this.baseline, withCut));
		assertThat(compared.rows()).filteredOn((row) -> row.variant().equals("cut"))
			.allSatisfy((row) -> assertThat(row.comparison()).isNotNull().extracting(Comparison::rounds).isEqualTo(2));
	}

	@Test
	void whenAVariantRefusesCallsThenItsShareOfAnsweredOnesIsCompared() {
		Variant refusing = Experiments.variant("refusing", null, "refusing", List.of(), Map.of(), null, Ended.COMPLETED,
				null, List.of(refusing(2450), refusing(2455), refusing(2440), refusing(2460)), List.of(1, 2, 3, 4));
		ComparisonDocument compared = ComparisonDocument.of("plain",
				List.of(this.baseline, refusing, this.slow, this.again));
		assertThat(compared.rows()).filteredOn((row) -> row.metric() == Metric.ANSWERED)
			.extracting(Row::variant)
			.containsExactly("plain", "refusing");
		assertThat(table(compared).lines()).anyMatch((line) -> line.matches("\\| plain +\\| answered +\\| +100 % .*"))
			.anyMatch((line) -> line
				.matches("\\| refusing +\\| answered +\\| +49 % \\(49 % to 49 %\\) +\\| +0\\.49 .* worse +\\|.*"));
		assertThat(smallest(compared, "slow")).as("of ten comparisons instead of nine")
			.isGreaterThan(smallest(
					ComparisonDocument.of("plain", List.of(this.baseline, this.again, this.slow, this.again)), "slow"));
		assertThat(this.document.rows()).extracting(Row::metric).doesNotContain(Metric.ANSWERED);
	}

	@Test
	void whenAVariantAnsweredNoCallInAnyRoundThenItIsWorseInThatAndElseNotMeasured() {
		Variant silent = refusing("silent", 0, 0, 0, 0);
		ComparisonDocument compared = ComparisonDocument.of("plain", List.of(this.baseline, this.slow, silent));
		assertThat(comparison(compared, "silent", Metric.ANSWERED)).isEqualTo(Comparison.none(4));
		assertThat(comparison(compared, "silent", Metric.P99).rounds()).isZero();
		assertThat(table(compared).lines()).anyMatch((line) -> line.matches(
				"\\| silent +\\| answered +\\| +0 % \\(0 % to 0 %\\) \\| +0 \\| worse: answered none of its calls in 4 of 4 rounds +\\| +- \\|"))
			.anyMatch((line) -> line.matches("\\| silent +\\| p99 +\\| +- \\| +- \\| not measured +\\| +nothing \\|"));
		assertThat(ResultFile.text(compared)).contains("\"ratio\": 0.0");
		assertThat(smallest(compared, "slow")).as("of seven comparisons instead of six")
			.isGreaterThan(smallest(ComparisonDocument.of("plain",
					List.of(this.baseline, this.slow, variant("lost", "lost", List.of()))), "slow"));
	}

	@Test
	void whenAVariantAnsweredNoCallInOneRoundOrOnlyInSomeThenTheOthersAreCompared() {
		Variant once = Experiments.variant("once", null, "once", List.of(), Map.of(), null, Ended.EXITED, null,
				List.of(refusing(0)), List.of(2));
		ComparisonDocument compared = ComparisonDocument.of("plain",
				List.of(this.baseline, once, refusing("some", 0, 2450, 0, 2455)));
		assertThat(comparison(compared, "once", Metric.ANSWERED).verdict()).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
		assertThat(comparison(compared, "some", Metric.ANSWERED).rounds()).isEqualTo(2);
		assertThat(comparison(compared, "some", Metric.ANSWERED).isNone()).isFalse();
		assertThat(table(compared).lines()).as("its median is of all four")
			.anyMatch((line) -> line
				.matches("\\| some +\\| answered +\\| +2[45] % \\(0 % to 49 %\\) .* in 2 of 4 rounds .*"));
	}

	@Test
	void whenTheBaselineOnceMoreAnsweredNoCallThenItDiffersFromItself() {
		Variant again = Experiments.variant("plain-control", null, null, List.of(), Map.of(), null, Ended.COMPLETED,
				null, List.of(refusing(0), refusing(0)), List.of(1, 2));
		assertThat(table(ComparisonDocument.of("plain", List.of(this.baseline, again)))).endsWith(
				"A/A control: plain differs from itself in answered, so that this experiment is not to be trusted.");
	}

	private static Variant refusing(String name, long... ok) {
		return Experiments.variant(name, null, name, List.of(), Map.of(), null, Ended.COMPLETED, null,
				LongStream.of(ok).mapToObj(ComparisonTests::refusing).toList(),
				IntStream.rangeClosed(1, ok.length).boxed().toList());
	}

	private static RunDocument refusing(long ok) {
		return run(100, new Counts(5000, ok, Map.of("RESOURCE_EXHAUSTED", 5000 - ok), 0, 0), null);
	}

	@Test
	void whenTheServerWasNotObservedThenItsCpuIsNotCompared() {
		assertThat(this.document.rows()).extracting(Row::metric).doesNotContain(Metric.SERVER_CPU);
	}

	@Test
	void whenThereWasOneRoundThenTheResultCanBeWrittenAndNothingIsShown() {
		Variant once = variant("once", null, List.of(1), 100);
		ComparisonDocument compared = ComparisonDocument.of("plain",
				List.of(variant("plain", null, List.of(1), 50), once));
		assertThat(ResultFile.text(compared)).contains("\"interval\": null", "\"smallestShown\": null");
		assertThat(ComparisonView.apart(compared)).isEqualTo("0.0 % (per second), 100.0 % (p50), 100.0 % (p99)");
	}

	@Test
	void whenThereWasOneRoundInSeveralWorkloadsThenTheLargestNoiseIsSaid() {
		ComparisonDocument compared = ComparisonDocument.of("plain",
				List.of(in("idle", variant("plain", null, List.of(1), 100)),
						in("idle", variant("other", "other", List.of(1), 900)),
						in("idle", variant("plain-control", null, List.of(1), 95)),
						in("busy", variant("plain", null, List.of(1), 100)),
						in("busy", variant("plain-control", null, List.of(1), 120))));
		assertThat(ComparisonView.apart(compared)).startsWith("up to 0.0 % (per second), 20.0 % (p50)");
	}

	@Test
	void whenTheBaselineDidNotRunTwiceThenItsNoiseIsNotKnown() {
		ComparisonDocument compared = ComparisonDocument.of("plain",
				List.of(variant("plain", null, List.of(1), 50), variant("other", "other", List.of(1), 100)));
		assertThat(ComparisonView.apart(compared)).isEmpty();
	}

	@Test
	void whenTwoRoundsLeaveAllOpenThenNoEndlessNumberIsPrinted() {
		ComparisonDocument compared = ComparisonDocument.of("plain", List
			.of(variant("plain", null, List.of(1, 2), 100, 9000), variant("wild", "wild", List.of(1, 2), 9000, 100)));
		assertThat(table(compared)).contains("to above 1,000)").contains("nothing").doesNotContainPattern("\\d{6}");
	}

	@Test
	void whenDrawnThenTheVerdictAndTheNoiseAreSaid() {
		assertThat(table(this.document).lines())
			.anyMatch((line) -> line.matches("\\| slow +\\| p50 .*\\| +9\\.9\\d \\(.*worse.*"))
			.anyMatch((line) -> line.startsWith("Ratios to plain over 4 rounds"))
			.last()
			.asString()
			.matches(
					"A/A control: two runs of plain in one round were typically 0\\.0 % \\(per second\\), 4\\.6 % \\(p50\\), "
							+ "4\\.6 % \\(p99\\) apart \\(standard deviation\\), in the mean of all rounds 0\\.0 % "
							+ "\\(per second\\), 0\\.4 % \\(p50\\), 0\\.4 % \\(p99\\); no difference shown between plain and itself\\.");
	}

	@Test
	void whenPairsSwingButAverageOutThenTheNoiseIsThatOfAPair() {
		Variant once = variant("plain", null, List.of(1, 2, 3, 4), 1000, 1200, 1000, 1200);
		Variant again = variant("plain-control", null, List.of(1, 2, 3, 4), 1200, 1000, 1200, 1000);
		assertThat(table(ComparisonDocument.of("plain", List.of(once, again))))
			.contains("typically 0.0 % (per second), "
					+ "23.4 % (p50), 23.4 % (p99) apart (standard deviation), in the mean of all rounds 0.0 % (per second), "
					+ "0.0 % (p50), 0.0 % (p99); no difference shown");
	}

	@Test
	void whenThereWereFewRoundsThenTheMedianHasARange() {
		assertThat(table(this.document)).contains(" median (range) ");
		List<Integer> six = List.of(1, 2, 3, 4, 5, 6);
		Variant plain = variant("plain", null, six, 100, 110, 105, 95, 100, 101);
		Variant other = variant("other", "other", six, 100, 110, 105, 95, 100, 101);
		assertThat(table(ComparisonDocument.of("plain", List.of(plain, other)))).contains(" median (95 %) ");
		assertThat(table(ComparisonDocument.of("plain", List.of(plain, other, this.slow))))
			.contains(" median (95 %, range of fewer than 6 runs) ");
	}

	@Test
	void whenTheBaselineRanOnceInEachRoundThenTheNoiseIsNotSaidToBeNone() {
		assertThat(table(ComparisonDocument.of("plain", List.of(this.baseline, this.slow))))
			.contains("worse in 3 of 4 rounds")
			.endsWith("A/A control: not measured, because plain did not complete two runs in two rounds.");
	}

	@Test
	void whenAVariantWasInNoRoundThenItIsNotMeasured() {
		Variant dead = variant("dead", "dead", List.of());
		assertThat(table(ComparisonDocument.of("plain", List.of(this.baseline, dead))).lines())
			.anyMatch((line) -> line.matches("\\| dead +\\| p50 .*\\| not measured .*"));
	}

	@Test
	void whenTheBaselineDiffersFromItselfThenTheExperimentIsNotToBeTrusted() {
		Variant other = variant("plain-control", null, List.of(1, 2, 3, 4), 200, 220, 210, 190);
		assertThat(table(ComparisonDocument.of("plain", List.of(this.baseline, other))))
			.contains("\nA/A control: two runs of plain in one round were typically 0.0 % (per second), ")
			.endsWith("; plain differs from itself in p50, p99, " + "so that this experiment is not to be trusted.");
	}

	@Test
	void whenThereAreWorkloadsThenAVariantIsComparedWithTheBaselineOfItsOwn() {
		ComparisonDocument compared = ComparisonDocument.of("plain",
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
		assertThat(verdict(compared, "plain-control · idle")).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
		assertThat(table(compared)).contains("Ratios to plain in the same workload over 4 rounds");
	}

	@Test
	void whenThereAreMoreWorkloadsThenADifferenceMustBeClearer() {
		List<Variant> idle = List.of(in("idle", this.baseline), in("idle", this.slow));
		List<Variant> more = new ArrayList<>(idle);
		more.add(in("busy", this.baseline));
		more.add(in("busy", this.slow));
		assertThat(smallest(ComparisonDocument.of("plain", more), "slow · idle"))
			.isGreaterThan(smallest(ComparisonDocument.of("plain", idle), "slow · idle"));
	}

	@Test
	void whenOnlyTheLoadDiffersFromTheBaselineThenThatIsNoNoise() {
		Variant other = new Variant("json", null, null, List.of(), Map.of(), null, Ended.COMPLETED, null,
				this.again.runs(), this.again.rounds(), null, PlanDocument.of(Samples.closed()), "json");
		assertThat(ComparisonDocument.of("plain", List.of(this.baseline, other)).rows()).noneMatch(Row::noise);
	}

	private static String table(ComparisonDocument compared) {
		ComparisonView view = ComparisonView.of(compared, Map.of(), null);
		return String.join("\n", view.terminal(), view.ratios(), view.noise());
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
			.map((row) -> Objects.requireNonNull(Objects.requireNonNull(row.comparison()).smallestShown()))
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

	private static Variant in(String workload, Variant variant) {
		return new Variant(variant.name() + " · " + workload, variant.changes(), variant.profile(),
				variant.jvmOptions(), variant.properties(), variant.javaHome(), variant.ended(), variant.reason(),
				variant.runs(), variant.rounds(), workload, null, variant.name());
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

	private static Variant variant(String name, @Nullable String profile, List<Integer> rounds, long... p50Micros) {
		List<RunDocument> runs = new ArrayList<>();
		for (long micros : p50Micros) {
			runs.add(run(micros, null));
		}
		return Experiments.variant(name, null, profile, List.of(), Map.of(), null, Ended.COMPLETED, null, runs, rounds);
	}

	private static RunDocument run(long micros, @Nullable StopReason stoppedBy) {
		return run(micros, Samples.answered().counts(), stoppedBy);
	}

	private static RunDocument run(long micros, Counts counts, @Nullable StopReason stoppedBy) {
		LoadResult load = Samples.answered();
		LatencySummary times = new LatencySummary(5000, 1, micros, micros, micros, micros, micros, 2 * micros,
				2 * micros, 2 * micros, 2 * micros);
		return RunDocument.of("run", "localhost:9090", Samples.bursts(),
				new LoadResult(load.startedAt(), load.startedNanos(), counts, load.firstFailures(),
						load.elapsedSeconds(), load.throughputPerSecond(), times, times, load.latencies(),
						load.messageSizes(), load.messages(), load.sending(), load.warmup(), load.clippedLatencies(),
						load.client(), stoppedBy, load.timeline(), null, null, null, null));
	}

}
