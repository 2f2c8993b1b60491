package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.slices.Interval;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Headline}. */
class HeadlineTests {

	private static final int ROUNDS = 5;

	private static final List<Row> BASELINE = List.of(median("plain", Metric.P99, 1_800_000),
			median("plain", Metric.THROUGHPUT, 1000), median("plain", Metric.ANSWERED, 1),
			median("plain", Metric.GOODPUT, 20), median("plain", Metric.RECOVERY, 8),
			median("plain", Metric.P50, 500_000), median("plain", Metric.SERVER_CPU, 100));

	private static final Variant DEAD = Experiments.real().variants().getFirst();

	@ParameterizedTest
	@MethodSource("compared")
	void whenVariantsWereComparedThenTheDecidingMetricIsInASentence(List<Row> rows, String expected) {
		assertThat(of(rows, List.of())).containsExactly(expected);
	}

	static Stream<Arguments> compared() {
		return Stream.of(
				shown("`queue` has a better p99 than the baseline: 23.4 ms instead of 1800 ms. "
						+ "`queue` has a worse share of answered calls than the baseline: 50 % instead of 100 %.",
						primary("queue", Metric.P99, 23_400), exploratory("queue", Metric.THROUGHPUT, 1200),
						exploratory("queue", Metric.ANSWERED, 0.5)),
				shown("`direct` has a better rate than the baseline: 2,000 instead of 1,000.",
						primary("direct", Metric.THROUGHPUT, 2000), exploratory("direct", Metric.P99, 2_500_000)),
				shown("`lean` has a better server CPU per call than the baseline: 80 µs instead of 100 µs.",
						primary("lean", Metric.SERVER_CPU, 80)),
				shown("`b` has a better rate than the baseline: 1,200 instead of 1,000. "
						+ "`a` has a worse rate than the baseline: 800 instead of 1,000. "
						+ "No difference from the baseline in rate is shown for `c`.",
						primary("a", Metric.THROUGHPUT, 800), primary("b", Metric.THROUGHPUT, 1200),
						primary("c", Metric.THROUGHPUT, 1010)),
				shown("4 variants have a better p99 than the baseline, above all `best`: 23.4 ms instead of 1800 ms. "
						+ "`worst` has a worse p99 than the baseline: 9000 ms instead of 1800 ms. "
						+ "`quiet` has a worse share of answered calls than the baseline: 90.0 % instead of 100 %.",
						primary("a", Metric.P99, 900_000), primary("best", Metric.P99, 23_400),
						primary("b", Metric.P99, 800_000), primary("c", Metric.P99, 700_000),
						primary("worst", Metric.P99, 9_000_000), exploratory("quiet", Metric.ANSWERED, 0.9)),
				shown("`odd` has a better p99 than the baseline: −20 %.",
						row("odd", Metric.P99, 1_900_000, 0.8, 0.01, false, Verdict.BETTER)),
				shown("No difference from the baseline in p99 is shown for `like` and `lucky`.",
						primary("like", Metric.P99, 1_810_000), primary("lucky", Metric.P99, 1_790_000),
						exploratory("lucky", Metric.THROUGHPUT, 2000)),
				shown("No difference from the baseline in p99 is shown for 4 variants.",
						primary("a", Metric.P99, 1_810_000), primary("b", Metric.P99, 1_810_000),
						primary("c", Metric.P99, 1_810_000), primary("d", Metric.P99, 1_810_000)),
				shown("The difference from the baseline in p99 is within 5 % for `same`.",
						row("same", Metric.P99, 1_810_000, 1.005, 0.002, false, Verdict.SAME)),
				shown("Nothing was measured for `gone`.", unmeasured("gone")),
				shown("Do not trust this experiment: the baseline `plain` differs from itself.", control(2_500_000),
						primary("slow", Metric.P99, 5_400_000)));
	}

	@Test
	void whenTheBaselineHasNothingOfTheMetricThatDecidesThenP99Tells() {
		List<Row> rows = new ArrayList<>(BASELINE);
		List.of("a", "b", "c", "d").forEach((name) -> rows.add(exploratory(name, Metric.ANSWERED, 0.5)));
		rows.add(exploratory("e", Metric.P99, 90_000));
		assertThat(said(new ComparisonDocument("plain", ROUNDS, Metric.GOODPUT, rows), List.of()))
			.containsExactly("`e` probably has a better p99 than the baseline: 90.0 ms instead of 1800 ms. "
					+ "4 variants have a worse share of answered calls than the baseline, above all `a`: 50 % instead of 100 %.");
	}

	@Test
	void whenThereAreWorkloadsThenEachHasASentence() {
		List<Row> rows = Stream.of("idle", "busy")
			.flatMap((workload) -> Stream.of(in(workload, median("plain", Metric.P99, 1000)),
					in(workload,
							row("fast", Metric.P99, 500, workload.equals("idle") ? 0.5 : 1, 0.01, false,
									workload.equals("idle") ? Verdict.BETTER : Verdict.NO_DIFFERENCE_SHOWN))))
			.toList();
		assertThat(said(new ComparisonDocument("plain", ROUNDS, Metric.P99, rows), List.of())).containsExactly(
				"`idle`: `fast` has a better p99 than the baseline: 500 µs instead of 1.0 ms.",
				"`busy`: No difference from the baseline in p99 is shown for `fast`.");
	}

	@Test
	void whenANameHasMarkupThenOnlyCodeIsMarkedUp() {
		Headline.Sentence sentence = new Headline.Sentence("`a_b<c>` answered *all* calls.");
		assertThat(sentence.html()).isEqualTo("<code>a_b&lt;c&gt;</code> answered *all* calls.");
		assertThat(sentence.markdown()).isEqualTo("`a_b<c>` answered \\*all\\* calls.");
	}

	@Test
	void whenAVariantDiedThenItIsSaidHowFarItCame() {
		Variant dead = Experiments.named("dead", DEAD);
		assertThat(of(List.of(primary("fast", Metric.P99, 900_000), unmeasured("dead")), List.of(dead)))
			.containsExactly("`fast` has a better p99 than the baseline: 900 ms instead of 1800 ms. "
					+ "`dead` ran out of memory after answering 32 % of the calls.");
	}

	@Test
	void whenTheBaselineDiedThenNothingIsComparedAndWhoSurvivedIsSaid() {
		List<Variant> variants = List.of(DEAD, completed("one"), Experiments.ended(Ended.EXITED, completed("two")));
		assertThat(said(new ComparisonDocument("plain", 3, Metric.P99, List.of()), variants)).containsExactly(
				"Nothing could be compared, because the baseline `plain` has figures in fewer than two rounds. "
						+ "`plain` ran out of memory after answering 32 % of the calls. `two` exited. "
						+ "`one` answered all calls.");
	}

	@Test
	void whenTheClientHeldRunsUpThenThatIsSaid() {
		Variant saturated = Experiments
			.runs(List.of(Samples.document("slow", null, Samples.bursts(), Samples.saturated())), completed("slow"));
		assertThat(of(List.of(primary("slow", Metric.P99, 5_400_000)), List.of(saturated)))
			.containsExactly("`slow` has a worse p99 than the baseline: 5400 ms instead of 1800 ms. "
					+ "The load generator was saturated in runs of `slow`, so those figures show the limits of the client.");
	}

	@Test
	void whenVariantsRanOnceThenOnlyWhatHappenedIsSaid() {
		assertThat(said(null, List.of(completed("one"), completed("two")))).containsExactly(
				"Each of the 2 variants ran only once, which is too little to show a difference: repeat with --experiment.repeat=5.");
		assertThat(said(null, List.of(DEAD, completed("one"), completed("two")))).containsExactly(
				"`plain` ran out of memory after answering 32 % of the calls. `one` and `two` answered all calls.");
		assertThat(said(null, List.of(completed("one"), Experiments.silent(completed("two")))))
			.containsExactly("`two` answered no call. `one` answered all calls.");
		assertThat(said(null, List.of(completed("it's `odd`"))))
			.containsExactly("`it's 'odd'` served 10,698 calls per second with a p99 of 6214 ms.");
		assertThat(said(null, List.of(ComparisonFixture.refusing("shy", 2500)))).singleElement()
			.asString()
			.startsWith("`shy` served ")
			.endsWith(", but answered only 50 % of its calls.");
		assertThat(said(null, List.of())).isEmpty();
	}

	@Test
	void whenARunWasInterruptedBeforeCallsCountedThenNothingIsSaidOfIt() {
		Variant interrupted = Experiments.ended(Ended.INTERRUPTED, Experiments.silent(completed("two")));
		assertThat(said(null, List.of(completed("one"), interrupted)))
			.containsExactly("`one` served 10,698 calls per second with a p99 of 6214 ms.");
		assertThat(said(null, List.of(interrupted))).isEmpty();
	}

	private static Arguments shown(String expected, Row... rows) {
		return Arguments.of(List.of(rows), expected);
	}

	private static List<String> of(List<Row> rows, List<Variant> variants) {
		List<Row> all = new ArrayList<>(BASELINE);
		all.addAll(rows);
		return said(new ComparisonDocument("plain", ROUNDS, rows.getFirst().metric(), all), variants);
	}

	private static List<String> said(@Nullable ComparisonDocument comparison, List<Variant> variants) {
		return Headline
			.of((comparison != null) ? Experiments.of(comparison, variants.toArray(Variant[]::new))
					: Experiments.of(variants.toArray(Variant[]::new)))
			.stream()
			.map(Headline.Sentence::text)
			.toList();
	}

	private static Variant completed(String name) {
		return Experiments.named(name, Experiments.real().variants().get(1));
	}

	private static Row median(String variant, Metric metric, double median) {
		return new Row(variant, false, metric, new MedianInterval(median, new Interval(median, median)), null, null,
				variant, false);
	}

	private static Row primary(String variant, Metric metric, double median) {
		return row(variant, metric, median, 0.01, false);
	}

	private static Row exploratory(String variant, Metric metric, double median) {
		return row(variant, metric, median, 0.01, true);
	}

	private static Row row(String variant, Metric metric, double median, double half, boolean exploratory) {
		double ratio = median / baseline(metric);
		boolean differs = Math.abs(Math.log(ratio)) > half;
		boolean better = (metric.better() == Better.HIGHER) == (ratio > 1);
		return row(variant, metric, median, ratio, half, exploratory,
				!differs ? Verdict.NO_DIFFERENCE_SHOWN : better ? Verdict.BETTER : Verdict.WORSE);
	}

	private static Row row(String variant, Metric metric, double median, double ratio, double half, boolean exploratory,
			Verdict verdict) {
		return new Row(
				variant, false, metric, new MedianInterval(median, new Interval(median, median)), new Comparison(ROUNDS,
						ratio, new Interval(ratio * Math.exp(-half), ratio * Math.exp(half)), verdict, 0.1, null),
				null, variant, exploratory);
	}

	private static double baseline(Metric metric) {
		return BASELINE.stream()
			.filter((row) -> row.metric() == metric)
			.flatMap((row) -> Stream.ofNullable(row.median()))
			.mapToDouble(MedianInterval::median)
			.findFirst()
			.orElseThrow();
	}

	private static Row unmeasured(String variant) {
		return new Row(variant, false, Metric.P99, null,
				new Comparison(0, 1, null, Verdict.NO_DIFFERENCE_SHOWN, null, null), null, variant, false);
	}

	private static Row control(double median) {
		Row row = primary("plain-control", Metric.P99, median);
		return new Row(row.variant(), true, row.metric(), row.median(), row.comparison(), null, row.plain(), false);
	}

	private static Row in(String workload, Row row) {
		return new Row(row.variant() + " · " + workload, false, row.metric(), row.median(), row.comparison(), workload,
				row.plain(), row.exploratory());
	}

}
