package dev.grpctuning.load.diagnosis;

import java.util.List;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.latency.StageTimes;

/**
 * Parts of the response time: the mean of all calls, and of the calls around some
 * percentiles. Computed from the calls whose stages the server reported.
 *
 * @param percentiles percentiles with at least one such call, without those that so few
 * calls do not have
 */
public record StageSplit(StageBand mean, List<StageBand> percentiles) {

	private static final List<LatencyFigure> FIGURES = List.of(LatencyFigure.P50, LatencyFigure.P90, LatencyFigure.P99,
			LatencyFigure.P999);

	/** Splits what a run measured, {@code null} if the server reported no stages. */
	static @Nullable StageSplit of(MeasuredLoad load) {
		StageTimes stages = load.latencies().stages();
		if (stages == null || stages.calls() == 0) {
			return null;
		}
		Histogram response = load.latencies().response();
		double[] percentiles = FIGURES.stream()
			.filter((figure) -> figure.isKnown(response.getTotalCount()))
			.mapToDouble(LatencyFigure::percentile)
			.toArray();
		return new StageSplit(StageBand.of(stages.mean(response)),
				stages.around(response, percentiles).stream().map(StageBand::of).toList());
	}

}
