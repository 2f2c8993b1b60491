package dev.grpctuning.load.search;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;

/**
 * Rates of a search, and how closely it comes to the knee.
 *
 * @param start rate to begin with, or {@code null} for half of what the warm-up reaches
 */
public record SearchLimits(@Nullable Double start, double highest, double precision) {

	/** Rate to begin with; the warm-up keeps calls open. */
	public double start(LoadResult warmUp) {
		double rate = (this.start != null) ? this.start : Math.max(1, Math.rint(warmUp.throughputPerSecond() / 2));
		return Math.min(rate, this.highest);
	}

}
