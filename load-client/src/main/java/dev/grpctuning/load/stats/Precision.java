package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.slices.Interval;

/**
 * How exact the figures of one run are, as 95 % confidence intervals.
 *
 * @param error error of each interval, below 5 % if they were looked at several times
 * @param ratePerSecond {@code null} if the run is too short
 */
public record Precision(double error, @Nullable Interval ratePerSecond, List<PercentileInterval> service,
		List<PercentileInterval> response) {

	/** Error of intervals that are looked at once. */
	public static final double ERROR = 0.05;

	/** The precision of a run whose calls came in these batches. */
	public static Precision of(Batches service, Batches response, double error) {
		return new Precision(error, response.rate(error), percentiles(service, error), percentiles(response, error));
	}

	private static List<PercentileInterval> percentiles(Batches batches, double error) {
		return Arrays.stream(LatencyFigure.values())
			.filter((figure) -> figure.title().startsWith("p"))
			.map((figure) -> batches.percentile(figure, error))
			.toList();
	}

	/**
	 * A percentile of one run with its confidence interval.
	 *
	 * @param percentile such as {@code p99.9}
	 * @param independentCalls independent calls that would show the percentile as exactly
	 * as all calls, 0 if unknown
	 * @param interval in microseconds, {@code null} if the run does not show it
	 * @param missing why there is no interval, otherwise {@code null}
	 */
	public record PercentileInterval(String percentile, long micros, double independentCalls,
			@Nullable Interval interval, @Nullable Missing missing) {

		/**
		 * The larger distance of a bound as a share of the value, infinite if unknown.
		 */
		public double share() {
			return (this.interval != null) ? this.interval.shareAround(this.micros) : Double.POSITIVE_INFINITY;
		}

		/** Why a percentile has no interval. */
		public enum Missing {

			/** The run has too few batches. */
			TOO_SHORT("run too short"),

			/**
			 * Even if all were independent, too few calls would be above the percentile.
			 */
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

}
