package dev.grpctuning.load.compare.words;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.compare.report.ComparisonFixture;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.stats.Better;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;

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
	@MethodSource("shown")
	void whenDifferencesAreShownThenTheyAreSaidAsSomebodyWould(List<Row> rows, List<Variant> variants,
			String expected) {
		assertThat(of(ROUNDS, rows, variants)).containsExactly(expected);
	}

	static Stream<Arguments> shown() {
		return Stream.of(shown(
				"`queue` keeps p99 at 23 ms instead of the baseline's 1.8 s and serves 20 % more calls, by refusing half of the calls.",
				List.of(ComparisonFixture.refusing("queue", 2500, 2500)), primary("queue", Metric.P99, 23_400),
				exploratory("queue", Metric.THROUGHPUT, 1200), exploratory("queue", Metric.ANSWERED, 0.5)),
				shown("`queue` answers 31 times as many calls as the baseline in time, by refusing a third of the calls.",
						List.of(ComparisonFixture.refusing("queue", 3333, 3333)), primary("queue", Metric.GOODPUT, 620),
						exploratory("queue", Metric.ANSWERED, 0.667)),
				shown("`a` keeps p99 at 900 ms instead of the baseline's 1.8 s and probably serves 20 % more calls.",
						List.of(), primary("a", Metric.P99, 900_000), unsure("a", Metric.THROUGHPUT, 1200)),
				shown("`direct` serves 2.0 times as many calls as the baseline, but has a p99 of 2.5 s instead of 1.8 s.",
						List.of(), primary("direct", Metric.THROUGHPUT, 2000),
						exploratory("direct", Metric.P99, 2_500_000)),
				shown("`lossy` keeps p99 at 90 ms instead of the baseline's 1.8 s, but answers only 49 % of the calls instead of 100 %.",
						List.of(), primary("lossy", Metric.P99, 90_000), exploratory("lossy", Metric.ANSWERED, 0.49)),
				shown("`shy` refuses half of the calls.", List.of(ComparisonFixture.refusing("shy", 2500)),
						exploratory("shy", Metric.ANSWERED, 0.5)),
				shown("`slow` has a p99 of 5.4 s instead of the baseline's 1.8 s.", List.of(),
						primary("slow", Metric.P99, 5_400_000)),
				shown("`slow` has a p50 of 750 ms instead of the baseline's 500 ms.", List.of(),
						primary("slow", Metric.P50, 750_000)),
				shown("`slow` recovers in 9.6 s instead of the baseline's 8.0 s.", List.of(),
						primary("slow", Metric.RECOVERY, 9.6)),
				shown("`lean` takes 80 µs of CPU per call instead of the baseline's 100 µs.", List.of(),
						primary("lean", Metric.SERVER_CPU, 80)),
				shown("`a` serves 20 % fewer calls than the baseline; `b` serves 20 % more calls than the baseline; `c` shows no difference from the baseline.",
						List.of(), primary("a", Metric.THROUGHPUT, 800), primary("b", Metric.THROUGHPUT, 1200),
						primary("c", Metric.THROUGHPUT, 1010)),
				shown("4 variants have a better p99 than the baseline, above all `best`, which keeps p99 at 23 ms instead of the baseline's 1.8 s; `worst` has a p99 of 9.0 s instead of the baseline's 1.8 s; `quiet` differs in other figures.",
						List.of(), primary("a", Metric.P99, 900_000), primary("best", Metric.P99, 23_400),
						primary("b", Metric.P99, 800_000), primary("c", Metric.P99, 700_000),
						primary("worst", Metric.P99, 9_000_000), exploratory("quiet", Metric.ANSWERED, 0.9)));
	}

	@ParameterizedTest
	@MethodSource("notShown")
	void whenNoDifferenceIsShownThenNoneIsSaid(List<Row> rows, List<Variant> variants, String expected) {
		assertThat(of(ROUNDS, rows, variants)).containsExactly(expected);
	}

	static Stream<Arguments> notShown() {
		return Stream.of(
				shown("`like` and `near` show no difference from the baseline.", List.of(),
						primary("like", Metric.P99, 1_810_000), primary("near", Metric.P99, 1_790_000)),
				shown("`lucky` shows no difference from the baseline.", List.of(),
						primary("lucky", Metric.P99, 1_810_000), exploratory("lucky", Metric.THROUGHPUT, 2000)),
				shown("4 variants show no difference from the baseline.", List.of(),
						primary("a", Metric.P99, 1_810_000), primary("b", Metric.P99, 1_810_000),
						primary("c", Metric.P99, 1_810_000), primary("d", Metric.P99, 1_810_000)),
				shown("`same` is within 5 % of the baseline.", List.of(),
						row("same", Metric.P99, 1_810_000, 1.005, 0.002, false, Verdict.SAME, 0.01)),
				shown("5 rounds are too few to show whether `noisy` differs from the baseline.", List.of(),
						row("noisy", Metric.P99, 3_600_000, 2, 5, false, Verdict.NO_DIFFERENCE_SHOWN, 3.0)),
				shown("`gone` was not measured.", List.of(), unmeasured("gone")),
				shown("Do not trust this experiment: the baseline `plain` differs from itself.", List.of(),
						control(2_500_000), primary("slow", Metric.P99, 5_400_000)));
	}

	@Test
	void whenMediansLieTheOtherWayThenTheRatioIsSaid() {
		Row row = row("odd", Metric.P99, 1_900_000, 0.8, 0.01, false, Verdict.BETTER, 0.1);
		assertThat(of(ROUNDS, List.of(row), List.of()))
			.containsExactly("`odd` has a p99 20 % lower than the baseline's.");
	}

	@Test
	void whenTheBaselineHasNothingOfTheMetricThatDecidesThenAnotherOneTells() {
		List<Row> rows = new ArrayList<>(BASELINE);
		List.of("a", "b", "c", "queue").forEach((name) -> {
			rows.add(exploratory(name, Metric.ANSWERED, 0.5));
			rows.add(exploratory(name, Metric.P99, name.equals("queue") ? 23_400 : 90_000));
		});
		assertThat(said(new ComparisonDocument("plain", ROUNDS, Metric.GOODPUT, rows),
				List.of(ComparisonFixture.refusing("queue", 2500, 2500))))
			.containsExactly(
					"4 variants have a better p99 than the baseline, above all `queue`, which keeps p99 at 23 ms instead of the baseline's 1.8 s, by refusing half of the calls.");
	}

	@Test
	void whenFewRoundsRanThenAnExploratoryDifferenceIsNotCertain() {
		assertThat(
				of(3, List.of(primary("a", Metric.P99, 900_000), exploratory("a", Metric.THROUGHPUT, 1200)), List.of()))
			.containsExactly(
					"`a` keeps p99 at 900 ms instead of the baseline's 1.8 s and probably serves 20 % more calls.");
	}

	@Test
	void whenThereAreWorkloadsThenEachHasASentenceAndLikeOnesShareIt() {
		List<Row> rows = Stream.of("idle", "busy", "late")
			.flatMap(
					(workload) -> Stream.of(in(workload, median("plain", Metric.P99, 1000)),
							in(workload, row("fast", Metric.P99, 500, workload.equals("idle") ? 0.5 : 1, 0.01, false,
									workload.equals("idle") ? Verdict.BETTER : Verdict.NO_DIFFERENCE_SHOWN, 0.1))))
			.toList();
		assertThat(said(new ComparisonDocument("plain", ROUNDS, Metric.P99, rows), List.of())).containsExactly(
				"`idle`: `fast` keeps p99 at 500 µs instead of the baseline's 1.0 ms.",
				"`busy` and `late`: `fast` shows no difference from the baseline.");
	}

	@Test
	void whenAVariantDiedThenItIsSaidHowFarItCame() {
		Variant dead = Experiments.named("dead", DEAD);
		assertThat(of(ROUNDS, List.of(primary("fast", Metric.P99, 900_000), unmeasured("dead")), List.of(dead)))
			.containsExactly("`fast` keeps p99 at 900 ms instead of the baseline's 1.8 s; "
					+ "`dead` ran out of memory after answering 32 % of the calls.");
	}

	@Test
	void whenTheBaselineDiedThenNothingIsComparedAndWhoSurvivedIsSaid() {
		List<Variant> variants = List.of(DEAD, completed("one"), Experiments.ended(Ended.EXITED, completed("two")));
		assertThat(said(new ComparisonDocument("plain", 3, Metric.P99, List.of()), variants))
			.containsExactly("Nothing could be compared, because no round measured the baseline; "
					+ "the baseline `plain` ran out of memory after answering 32 % of the calls; `two` exited; "
					+ "`one` answered all calls.");
	}

	@Test
	void whenTheClientHeldRunsUpThenThatIsSaid() {
		Variant saturated = Experiments
			.runs(List.of(RunDocument.of("slow", null, Samples.bursts(), Samples.saturated())), completed("slow"));
		assertThat(of(ROUNDS, List.of(primary("slow", Metric.P99, 5_400_000)), List.of(saturated)))
			.containsExactly("`slow` has a p99 of 5.4 s instead of the baseline's 1.8 s; "
					+ "the load generator was saturated in runs of `slow`, so those figures show the limits of the client.");
	}

	@Test
	void whenVariantsRanOnceThenOnlyWhatHappenedIsSaid() {
		assertThat(said(null, List.of(completed("one"), completed("two"))))
			.containsExactly("Each of the 2 variants ran only once, which is too little to show a difference.");
		assertThat(said(null, List.of(DEAD, completed("one"), completed("two")))).containsExactly(
				"`plain` ran out of memory after answering 32 % of the calls; `one` and `two` answered all calls.");
		assertThat(said(null, List.of(completed("one"), Experiments.silent(completed("two")))))
			.containsExactly("`two` answered no call; `one` answered all calls.");
		assertThat(said(null, List.of(completed("it's `odd`"))))
			.containsExactly("`it's 'odd'` served 10,698 calls per second with a p99 of 6.2 s.");
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
			.containsExactly("`one` served 10,698 calls per second with a p99 of 6.2 s.");
		assertThat(said(null, List.of(interrupted))).isEmpty();
	}

	@Test
	void whenOnlyTheBaselineAndItsControlRanThenNothingIsSaid() {
		assertThat(
				said(new ComparisonDocument("plain", 5, Metric.P99, List.of(BASELINE.getFirst(), control(1_800_000))),
						List.of(completed("plain"), completed("plain-control"))))
			.isEmpty();
	}

	private static Arguments shown(String expected, List<Variant> variants, Row... rows) {
		return Arguments.of(List.of(rows), variants, expected);
	}

	private static List<String> of(int rounds, List<Row> rows, List<Variant> variants) {
		List<Row> all = new ArrayList<>(BASELINE);
		rows.forEach((row) -> all.add(rounds(rounds, row)));
		Metric primary = rows.stream()
			.filter((row) -> !row.exploratory())
			.map(Row::metric)
			.findFirst()
			.orElse(Metric.P99);
		return said(new ComparisonDocument("plain", rounds, primary, all), variants);
	}

	private static List<String> said(@Nullable ComparisonDocument comparison, List<Variant> variants) {
		return Headline.of(comparison, variants).stream().map(Sentence::text).toList();
	}

	private static Row rounds(int rounds, Row row) {
		Comparison it = row.comparison();
		return (it == null || it.rounds() == 0) ? row
				: new Row(
						row.variant(), row.control(), row.metric(), row.median(), new Comparison(rounds, it.ratio(),
								it.interval(), it.verdict(), it.minimumDetectableEffect(), it.spread()),
						row.workload(), row.plain(), row.exploratory());
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

	/** Of which the difference is many times its uncertainty. */
	private static Row exploratory(String variant, Metric metric, double median) {
		return row(variant, metric, median, 0.01, true);
	}

	private static Row unsure(String variant, Metric metric, double median) {
		return row(variant, metric, median, 0.1, true);
	}

	private static Row row(String variant, Metric metric, double median, double half, boolean exploratory) {
		double ratio = median / baseline(metric);
		boolean differs = Math.abs(Math.log(ratio)) > half;
		boolean better = (metric.better() == Better.HIGHER) == (ratio > 1);
		return row(variant, metric, median, ratio, half, exploratory,
				!differs ? Verdict.NO_DIFFERENCE_SHOWN : better ? Verdict.BETTER : Verdict.WORSE, 0.1);
	}

	private static Row row(String variant, Metric metric, double median, double ratio, double half, boolean exploratory,
			Verdict verdict, @Nullable Double effect) {
		return new Row(
				variant, false, metric, new MedianInterval(median, new Interval(median, median)), new Comparison(ROUNDS,
						ratio, new Interval(ratio * Math.exp(-half), ratio * Math.exp(half)), verdict, effect, null),
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
