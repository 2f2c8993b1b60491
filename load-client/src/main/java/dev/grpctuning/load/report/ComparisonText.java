package dev.grpctuning.load.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ComparisonDocument.Row;
import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.Verdict;

/**
 * What the rounds of an experiment have shown, in words.
 *
 * @param baseline the variant that the others are compared with
 * @param medianTitle what the column of the medians is called
 * @param lines a line for each metric of each variant; of a single round, which shows
 * nothing, there are none
 * @param ratios what the ratios mean
 * @param noise what the baseline shows against itself
 */
public record ComparisonText(String baseline, String medianTitle, List<Line> lines, String ratios, String noise) {

	/**
	 * Puts a comparison into words.
	 * @param comparison the comparison
	 * @param limited of which variants it is to be said, and how, that the client held
	 * them up
	 * @return the words
	 */
	public static ComparisonText of(ComparisonDocument comparison, Map<String, String> limited) {
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return new ComparisonText(comparison.baseline(), medianTitle(comparison),
				(comparison.rounds() > 1) ? comparison.rows()
					.stream()
					.map((row) -> Line.of(row, comparison.rounds(), limited.get(row.variant())))
					.toList() : List.of(),
				"Ratios to %s%s over %d rounds, whose order changes; what is said of all of them together is wrong in at most 5 %% of experiments."
					.formatted(comparison.baseline(), workloads ? " in the same workload" : "", comparison.rounds()),
				noise(comparison));
	}

	private static String medianTitle(ComparisonDocument comparison) {
		int fewest = comparison.rows()
			.stream()
			.filter((row) -> row.median() != null)
			.flatMap((row) -> Stream.ofNullable(row.comparison()))
			.mapToInt(Comparison::rounds)
			.min()
			.orElse(0);
		return "median (" + ComparisonWords.interval(fewest, comparison.rounds()) + ")";
	}

	private static String noise(ComparisonDocument comparison) {
		if (comparison.rounds() < 2) {
			return SingleRuns.noise(comparison);
		}
		Set<String> shown = comparison.rows()
			.stream()
			.filter((row) -> row.noise() && isShown(row.comparison()))
			.map((row) -> row.metric().title() + ((row.workload() != null) ? " of " + row.workload() : ""))
			.collect(Collectors.toCollection(TreeSet::new));
		double smallest = comparison.rows()
			.stream()
			.filter(Row::noise)
			.flatMap((row) -> Stream.ofNullable(row.comparison()))
			.flatMap((itself) -> Stream.ofNullable(itself.smallestShown()))
			.mapToDouble(Double::doubleValue)
			.max()
			.orElse(Double.NaN);
		if (shown.isEmpty() && Double.isNaN(smallest)) {
			return "Noise: not measured, because %s did not complete two runs in two rounds."
				.formatted(comparison.baseline());
		}
		return shown.isEmpty()
				? "Noise: no difference shown between %s and itself, which were %s apart."
					.formatted(comparison.baseline(), apart(comparison))
				: "Noise: %s differs from itself in %s, so that this experiment is not to be trusted."
					.formatted(comparison.baseline(), String.join(", ", shown));
	}

	/**
	 * By how much the baseline differs from itself, in the workload in which that is
	 * most.
	 * @return such as {@code 3.1 % (per second), 12.0 % (p99)}; empty if it did not run
	 * twice
	 */
	static String apart(ComparisonDocument comparison) {
		Map<Metric, Double> apart = new EnumMap<>(Metric.class);
		for (Row row : comparison.rows()) {
			Comparison itself = row.comparison();
			if (row.noise() && itself != null && itself.rounds() != 0) {
				apart.merge(row.metric(), Math.max(itself.ratio(), 1 / itself.ratio()) - 1, Math::max);
			}
		}
		String figures = apart.entrySet()
			.stream()
			.map((entry) -> String.format(Locale.ROOT, "%.1f %% (%s)", entry.getValue() * 100, entry.getKey().title()))
			.collect(Collectors.joining(", "));
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return (workloads && !figures.isEmpty()) ? "up to " + figures : figures;
	}

	private static boolean isShown(@Nullable Comparison comparison) {
		return comparison != null && comparison.verdict() != Verdict.NO_DIFFERENCE_SHOWN;
	}

	/**
	 * One metric of one variant.
	 *
	 * @param variant name of the variant
	 * @param metric name of the metric
	 * @param median its median with its interval
	 * @param ratio to the baseline, with its interval
	 * @param verdict better, worse, or no difference shown, and whether the client held
	 * runs up
	 * @param smallest the smallest difference that could have been shown
	 * @param compared whether it was compared: the baseline is not
	 * @param better whether it is better than the baseline
	 * @param worse whether it is worse
	 */
	public record Line(String variant, String metric, String median, String ratio, String verdict, String smallest,
			boolean compared, boolean better, boolean worse) {

		/**
		 * Whether there is a verdict.
		 * @return whether it is better or worse
		 */
		public boolean shown() {
			return this.better || this.worse;
		}

		private static Line of(Row row, int rounds, @Nullable String limited) {
			Verdict verdict = (row.comparison() != null) ? row.comparison().verdict() : null;
			return new Line(row.variant(), row.metric().title(), ComparisonWords.median(row.metric(), row.median()),
					ComparisonWords.ratio(row.comparison()), verdict(row.comparison(), rounds, limited),
					ComparisonWords.smallest(row.comparison()), row.comparison() != null, verdict == Verdict.BETTER,
					verdict == Verdict.WORSE);
		}

		private static String verdict(@Nullable Comparison comparison, int rounds, @Nullable String limited) {
			if (comparison == null && limited != null) {
				return limited;
			}
			return ComparisonWords.verdict(comparison) + missing(comparison, rounds)
					+ ((limited != null) ? ", " + limited : "");
		}

		/**
		 * A variant that died in some rounds is compared by the others.
		 */
		private static String missing(@Nullable Comparison comparison, int rounds) {
			if (comparison != null && comparison.isNone()) {
				return ": " + ComparisonWords.none(comparison, rounds);
			}
			return (comparison != null && comparison.rounds() != 0 && comparison.rounds() != rounds)
					? " in %d of %d rounds".formatted(comparison.rounds(), rounds) : "";
		}

	}

}
