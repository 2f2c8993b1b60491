package dev.grpctuning.load.search;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;

/**
 * Between which rates is searched, and how closely.
 *
 * @param start rate to begin with, or {@code null} if it follows from the warm-up
 * @param precision how close to the knee the search must come, as a share of the rate
 */
public record SearchLimits(@Nullable Double start, double highest, double precision) {

	/**
	 * The rate to begin with: unless it is set, half of what the server answered while
	 * calls were kept open.
	 */
	public double start(LoadResult warmUp) {
		double rate = (this.start != null) ? this.start : Math.max(1, Math.rint(warmUp.throughputPerSecond() / 2));
		return Math.min(rate, this.highest);
	}

}
