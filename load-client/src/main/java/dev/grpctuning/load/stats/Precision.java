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

}
