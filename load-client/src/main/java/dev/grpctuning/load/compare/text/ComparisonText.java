package dev.grpctuning.load.report;

import java.util.List;
import java.util.Map;
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
 * @param noise how far runs of the baseline are apart, and what it shows against itself
 */
public record ComparisonText(String baseline, String medianTitle, List<Line> lines, String ratios, String noise) {

	/**
	 * Puts a comparison into words.
	 * @param comparison the comparison
	 * @param limited of which variants it is to be said, and how, that the client held
	 * them up
	 * @param planned how many rounds were planned if not all were run, otherwise
	 * {@code null}: who stops when a difference shows is wrong more often
	 * @return the words
	 */
	public static ComparisonText of(ComparisonDocument comparison, Map<String, String> limited,
			@Nullable Integer planned) {
		boolean workloads = comparison.rows().stream().anyMatch((row) -> row.workload() != null);
		return new ComparisonText(comparison.baseline(), medianTitle(comparison),
				(comparison.rounds() > 1) ? comparison.rows()
					.stream()
					.map((row) -> Line.of(row, comparison.rounds(), limited.get(row.variant())))
					.toList() : List.of(),
				"Ratios to %s%s over %d rounds, whose order changes; what is said of all of them together is wrong in at most 5 %% of experiments%s.%s"
					.formatted(comparison.baseline(), workloads ? " in the same workload" : "", comparison.rounds(),
							(planned != null) ? ", if all %d rounds are run".formatted(planned) : "",
							tooFewRounds(comparison, planned)),
				(comparison.rounds() > 1) ? NoiseText.of(comparison) : SingleRuns.noise(comparison));
	}

	private static String tooFewRounds(ComparisonDocument comparison, @Nullable Integer planned) {
		return ComparisonWords.tooFewRounds(
				comparison.rows().stream().flatMap((row) -> Stream.ofNullable(row.comparison())).toList(),
				(planned != null) ? "let all rounds run"
						: "repeat with --experiment.repeat=" + Math.max(5, 2 * comparison.rounds()));
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
