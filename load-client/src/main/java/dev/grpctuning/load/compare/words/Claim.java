package dev.grpctuning.load.compare.words;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.stats.Interval;
import dev.grpctuning.load.stats.MedianInterval;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.template.Templates;

/**
 * A difference from the baseline in a sentence: {@code serves 20 % more than
 * the baseline}.
 *
 * @param probably whether it may be one of the exploratory verdicts that are wrong
 * @param first whether it is the first of its variant, which names the baseline
 * @param none whether the variant has nothing of it, and in which of the rounds if not in
 * all
 * @param here the variant's figure; {@code null} if only the ratio shows the difference
 */
record Claim(Metric metric, boolean better, boolean probably, boolean first, boolean none, @Nullable String noneIn,
		@Nullable String here, @Nullable String there, @Nullable String times, String percent, boolean more) {

	/** The most important figures if there are several. The table has all. */
	private static final List<Metric> FIRST = List.of(Metric.THROUGHPUT, Metric.GOODPUT, Metric.RECOVERY, Metric.P99,
			Metric.ANSWERED);

	/** From here on, factors are easier to read than per cent. */
	private static final double GREAT = 2;

	/**
	 * With so many rounds, an exploratory difference of so many times its uncertainty is
	 * as certain as the primary metric's among some forty verdicts.
	 */
	private static final int ENOUGH_ROUNDS = 5;

	private static final int CERTAIN = 3;

	/** Those of one variant: the primary metric's before exploratory ones. */
	static List<Row> worthSaying(List<Row> rows) {
		List<Row> shown = rows.stream().filter(Row::differs).toList();
		List<Row> asked = shown.stream()
			.filter((row) -> FIRST.contains(row.metric()))
			.sorted(Comparator.comparing(Row::exploratory).thenComparingInt((row) -> FIRST.indexOf(row.metric())))
			.toList();
		boolean primary = shown.stream().anyMatch((row) -> !row.exploratory() || row.metric() == Metric.ANSWERED);
		return !primary ? List.of() : asked.isEmpty() ? shown.subList(0, 1) : asked;
	}

	/**
	 * Says in what a variant differs.
	 * @param rounds the rounds in which it ran
	 */
	static Claim of(ComparisonDocument comparison, Row row, boolean first, int rounds) {
		Comparison against = Objects.requireNonNull(row.comparison());
		double ratio = against.ratio();
		String here = figure(row);
		String there = baseline(comparison, row).map(Claim::figure).filter(Objects::nonNull).findFirst().orElse(null);
		boolean told = here != null && there != null && !here.equals(there) && mediansAgree(comparison, row, ratio);
		return new Claim(row.metric(), against.verdict() == Verdict.BETTER,
				row.exploratory() && row.metric() != Metric.ANSWERED && !isCertain(against), first, against.isNone(),
				(against.isNone() && against.rounds() != rounds) ? "%d of %d rounds".formatted(against.rounds(), rounds)
						: null,
				told ? here : null, told ? there : null,
				(ratio >= GREAT) ? String.format(Locale.ROOT, (ratio < 10) ? "%.1f" : "%,.0f", ratio) : null,
				ComparisonWords.change(ratio).replaceFirst("^[+−]", ""), ratio > 1);
	}

	private static boolean isCertain(Comparison against) {
		Interval interval = against.interval();
		return interval != null && against.rounds() >= ENOUGH_ROUNDS
				&& Math.abs(Math.log(against.ratio())) > CERTAIN * Math.log(interval.high() / interval.low()) / 2;
	}

	/** Medians may lie the other way round than the mean of the ratios. */
	private static boolean mediansAgree(ComparisonDocument comparison, Row row, double ratio) {
		MedianInterval here = row.median();
		return here != null && baseline(comparison, row).flatMap((other) -> Stream.ofNullable(other.median()))
			.anyMatch((there) -> (here.median() > there.median()) == (ratio > 1));
	}

	private static Stream<Row> baseline(ComparisonDocument comparison, Row row) {
		return comparison.rows()
			.stream()
			.filter((other) -> other.metric() == row.metric() && other.plain().equals(comparison.baseline())
					&& Objects.equals(other.workload(), row.workload()));
	}

	/** Two digits of a time are enough in a sentence. */
	private static @Nullable String figure(Row row) {
		return (row.median() == null) ? null : switch (row.metric()) {
			case P50, P99, SERVER_CPU -> time(row.median().median());
			case RECOVERY -> time(row.median().median() * 1e6);
			case THROUGHPUT, GOODPUT -> Figures.rate(row.median().median());
			case ANSWERED -> Figures.share(row.median().median());
		};
	}

	static String time(double micros) {
		if (micros < 1e3) {
			return String.format(Locale.ROOT, "%.0f µs", micros);
		}
		double unit = (micros < 1e6) ? 1e3 : 1e6;
		return String.format(Locale.ROOT, (micros / unit < 9.95) ? "%.1f %s" : "%,.0f %s", micros / unit,
				(unit == 1e3) ? "ms" : "s");
	}

	String text() {
		return Templates.line("claim", this);
	}

}
