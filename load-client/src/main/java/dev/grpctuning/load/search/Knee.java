package dev.grpctuning.load.search;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Figures;

/**
 * The rate at which the objective holds with a probability of 90 %, 0 for none.
 *
 * @param lowPerSecond lower end of the 95 % interval, or {@code null} without a rate
 * @param highPerSecond its upper end, or {@code null} if the rate may be any above
 */
public record Knee(double callsPerSecond, @Nullable Double lowPerSecond, @Nullable Double highPerSecond, Limit limit) {

	public boolean found() {
		return this.callsPerSecond > 0;
	}

	public String text() {
		return found() ? Figures.rate(this.callsPerSecond) : "none";
	}

	/** The interval as a table shows it. */
	public @Nullable String intervalText() {
		if (this.lowPerSecond == null) {
			return null;
		}
		return (this.highPerSecond != null)
				? Figures.rate(this.lowPerSecond) + " to " + Figures.rate(this.highPerSecond)
				: "at least " + Figures.rate(this.lowPerSecond);
	}

	/** Why a search went no higher, with the text that a table shows. */
	public enum Limit {

		OBJECTIVE("the objective"), CLIENT("load generator saturated: the server may hold more"),
		HIGHEST("search.highest: no higher rate was tried"), TRIALS("search.trials: no higher rate was tried");

		private final String text;

		Limit(String text) {
			this.text = text;
		}

		public String text() {
			return this.text;
		}

	}

}
