package dev.grpctuning.load.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ComparisonDocument.Row;
import dev.grpctuning.load.statistics.Comparison;
import dev.grpctuning.load.statistics.Interval;
import dev.grpctuning.load.statistics.MedianInterval;
import dev.grpctuning.load.statistics.Verdict;

/**
 * What the rounds of an experiment have shown, in words.
 *
 * @param baseline the variant that the others are compared with
 * @param lines a line for each metric of each variant
 * @param ratios what the ratios mean
 * @param noise what the baseline shows against itself
 */
public record ComparisonText(String baseline, List<Line> lines, String ratios, String noise) {

	/**
	 * Puts a comparison into words.
	 * @param comparison the comparison
	 * @return the words
	 */
	public static ComparisonText of(ComparisonDocument comparison) {
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return new ComparisonText(comparison.baseline(), comparison.rows().stream().map(Line::of).toList(),
				"Ratios to %s%s over %d rounds, whose order changes; what is said of all of them together is wrong in at most 5 %% of experiments."
					.formatted(comparison.baseline(), workloads ? " in the same workload" : "", comparison.rounds()),
				noise(comparison));
	}

	private static String noise(ComparisonDocument comparison) {
		Set<String> shown = comparison.rows()
			.stream()
			.filter((row) -> row.noise() && isShown(row.comparison()))
			.map((row) -> row.metric().title() + ((row.workload() != null) ? " of " + row.workload() : ""))
			.collect(Collectors.toCollection(TreeSet::new));
		return shown.isEmpty() ? "Noise: no difference shown between %s and itself.".formatted(comparison.baseline())
				: "Noise: %s differs from itself in %s, so that this experiment is not to be trusted."
					.formatted(comparison.baseline(), String.join(", ", shown));
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
	 * @param verdict better, worse, or no difference shown
	 * @param smallest the smallest difference that could have been shown
	 * @param better whether it is better than the baseline
	 * @param worse whether it is worse
	 */
	public record Line(String variant, String metric, String median, String ratio, String verdict, String smallest,
			boolean better, boolean worse) {

		private static Line of(Row row) {
			Verdict verdict = (row.comparison() != null) ? row.comparison().verdict() : null;
			return new Line(row.variant(), row.metric().title(), median(row), ratio(row), verdict(row), smallest(row),
					verdict == Verdict.BETTER, verdict == Verdict.WORSE);
		}

		private static String median(Row row) {
			MedianInterval median = row.median();
			return (median != null)
					? "%s (%s to %s)".formatted(row.metric().text(median.median()),
							row.metric().text(median.interval().low()), row.metric().text(median.interval().high()))
					: "-";
		}

		private static String ratio(Row row) {
			Comparison comparison = row.comparison();
			if (comparison == null || comparison.rounds() == 0) {
				return "-";
			}
			Interval interval = comparison.interval();
			return (interval != null) ? String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", comparison.ratio(),
					interval.low(), interval.high()) : String.format(Locale.ROOT, "%.2f", comparison.ratio());
		}

		private static String verdict(Row row) {
			return (row.comparison() != null) ? words(row.comparison().verdict()) : "-";
		}

		private static String words(Verdict verdict) {
			return ResultFile.kebab(verdict).replace('-', ' ');
		}

		private static String smallest(Row row) {
			Comparison comparison = row.comparison();
			if (comparison == null) {
				return "-";
			}
			return (comparison.smallestShown() != null)
					? String.format(Locale.ROOT, "%.1f %%", comparison.smallestShown() * 100) : "nothing";
		}

	}

}
