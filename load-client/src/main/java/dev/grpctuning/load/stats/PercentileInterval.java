package dev.grpctuning.load.stats;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.slices.Interval;

/**
 * A percentile of one run with its confidence interval.
 *
 * @param percentile such as {@code p99.9}
 * @param independentCalls independent calls that would show the percentile as exactly as
 * all calls, 0 if unknown
 * @param interval in microseconds, {@code null} if the run does not show it
 * @param missing why there is no interval, otherwise {@code null}
 */
public record PercentileInterval(String percentile, long micros, double independentCalls, @Nullable Interval interval,
		@Nullable Missing missing) {

	/** The larger distance of a bound as a share of the value, infinite if unknown. */
	public double share() {
		return (this.interval != null) ? this.interval.shareAround(this.micros) : Double.POSITIVE_INFINITY;
	}

	/** Why a percentile has no interval. */
	public enum Missing {

		/** The run has too few batches. */
		TOO_SHORT("run too short"),

		/** Even if all were independent, too few calls would be above the percentile. */
		TOO_FEW_CALLS("too few calls"),

		/** The calls above the percentile came together, such as in one pause. */
		CALLS_TOGETHER("too few independent calls");

		private final String text;

		Missing(String text) {
			this.text = text;
		}

		public String text() {
			return this.text;
		}

	}

}
