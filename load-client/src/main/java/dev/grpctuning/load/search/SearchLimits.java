package dev.grpctuning.load.experiment;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadResult;

/**
 * Between which rates is searched, and how closely.
 *
 * @param start rate to begin with, or {@code null} if it follows from the warm-up
 * @param highest highest rate to try
 * @param precision how close to the knee the search must come, as a share of the rate
 */
public record SearchLimits(@Nullable Double start, double highest, double precision) {

	/**
	 * The rate to begin with: unless it is set, half of what the server answered while
	 * calls were kept open.
	 */
	double start(LoadResult warmUp) {
		double rate = (this.start != null) ? this.start : Math.max(1, Math.rint(warmUp.throughputPerSecond() / 2));
		return Math.min(rate, this.highest);
	}

}
