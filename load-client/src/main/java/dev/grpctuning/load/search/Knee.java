package dev.grpctuning.load.search;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.stats.Figures;

/** The highest rate that held, 0 for none, and the lowest above that did not. */
public record Knee(double callsPerSecond, @Nullable Double brokenPerSecond, Limit limit) {

	public boolean found() {
		return this.callsPerSecond > 0;
	}

	public String text() {
		return found() ? Figures.rate(this.callsPerSecond) : "none";
	}

	/** Why a search went no higher, with the text that a table shows. */
	public enum Limit {

		OBJECTIVE("the objective"), CLIENT("load generator saturated: the server may hold more"),
		HIGHEST("search.highest: no higher rate was tried");

		private final String text;

		Limit(String text) {
			this.text = text;
		}

		public String text() {
			return this.text;
		}

	}

}
