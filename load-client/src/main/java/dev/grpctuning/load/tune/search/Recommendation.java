package dev.grpctuning.load.tune.search;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonWords;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Verdict;

/**
 * The recommended settings and the reasons, as a result file has them. Rates are 0 and
 * settings are empty where there are none.
 */
public record Recommendation(Conclusion conclusion, double configuredPerSecond, Map<String, String> best,
		double bestPerSecond, String comparedBy, double comparedAtPerSecond, int rounds, int heldRounds,
		int configuredHeldRounds, @Nullable Comparison whole, List<Line> lines, List<Line> dropped) {

	public Recommendation {
		lines = List.copyOf(lines);
		dropped = List.copyOf(dropped);
	}

	static Recommendation noneFaster(double configuredPerSecond, String comparedBy) {
		return new Recommendation(Conclusion.NONE_FASTER, configuredPerSecond, Map.of(), 0, comparedBy, 0, 0, 0, 0,
				null, List.of(), List.of());
	}

	/** Result of a search. */
	public enum Conclusion {

		/** The lines together were shown to be better than the configured settings. */
		RECOMMENDED,

		/** The objective holds at no higher rate than with the configured settings. */
		NONE_FASTER,

		/** Something seemed better, but the rounds did not show it. */
		NOT_SHOWN

	}

	/**
	 * A line of a recommendation.
	 *
	 * @param comparison all lines against all others without it; {@code null} if there
	 * was no time for that
	 */
	public record Line(String knob, String value, @Nullable Comparison comparison) {

		/** Whether the line by itself was shown to be better. */
		public boolean shown() {
			return this.comparison != null && this.comparison.verdict() == Verdict.BETTER;
		}

		/** Change by the line in words, or {@code null}. */
		public @Nullable String change() {
			return (this.comparison != null) ? ComparisonWords.change(this.comparison) : null;
		}

		/** Whether the settings were shown to be as good without the line, or better. */
		boolean superfluous() {
			return this.comparison != null
					&& (this.comparison.verdict() == Verdict.SAME || this.comparison.verdict() == Verdict.WORSE);
		}

	}

}
