package dev.grpctuning.load.compare.text;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Verdict;
import dev.grpctuning.load.text.Table;

/**
 * What the rounds of an experiment have shown, in words.
 */
public record ComparisonText(String baseline, String medianTitle, List<Line> lines, String ratios, String noise) {

	/**
	 * Puts a comparison into words.
	 * @param planned how many rounds were planned if not all were run, otherwise
	 * {@code null}: who stops when a difference shows is wrong more often
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

	/**
	 * The table for a terminal. What a single round shows is a sentence.
	 */
	public String terminal() {
		return this.lines.isEmpty() ? this.noise
				: new Table<Line>().text("variant", Line::variant)
					.text("metric", Line::metric)
					.number(this.medianTitle, Line::median)
					.number("ratio", Line::ratio)
					.text("against " + this.baseline, Line::verdict)
					.number("minimum detectable effect", Line::smallest)
					.terminal(this.lines) + "\n" + this.ratios + "\n" + this.noise;
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
	 */
	public record Line(String variant, String metric, String median, String ratio, String verdict, String smallest,
			boolean compared, boolean better, boolean worse) {

		/**
		 * Whether there is a verdict.
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
