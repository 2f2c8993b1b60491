package dev.grpctuning.load.report;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ComparisonDocument.Row;
import dev.grpctuning.load.statistics.Comparison;
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
			return new Line(row.variant(), row.metric().title(), ComparisonWords.median(row.metric(), row.median()),
					ComparisonWords.ratio(row.comparison()), ComparisonWords.verdict(row.comparison()),
					ComparisonWords.smallest(row.comparison()), verdict == Verdict.BETTER, verdict == Verdict.WORSE);
		}

	}

}
