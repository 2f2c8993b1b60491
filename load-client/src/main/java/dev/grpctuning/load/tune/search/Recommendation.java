package dev.grpctuning.load.tune.search;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Comparison;

/** What is recommended, and why; rates are 0 if there are none. */
public record Recommendation(Conclusion conclusion, double configuredRate, @Nullable Candidate best, double bestRate,
		double confirmedAt, @Nullable Comparison whole, int held, int heldConfigured, List<Line> lines,
		List<Line> dropped) {

	public Recommendation {
		lines = List.copyOf(lines);
		dropped = List.copyOf(dropped);
	}

	/** Result of a search. */
	public enum Conclusion {

		/** Each line of the recommendation was shown to be better. */
		RECOMMENDED,

		/** The objective holds at no higher rate than with what is configured. */
		NONE_FASTER,

		/** Something seemed better, but the rounds did not show it. */
		NOT_SHOWN

	}

	/** A line of a recommendation; it is compared with all other lines without it. */
	public record Line(String knob, String value, Comparison comparison) {
	}

}
