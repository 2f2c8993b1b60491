package dev.grpctuning.load.compare.report;

import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

import dev.grpctuning.load.compare.report.Line.Point;

/**
 * The percentiles of a histogram as HdrHistogram's plots have them: against
 * 1/(1&nbsp;-&nbsp;percentile), on whose logarithmic axis each nine takes the same room.
 * Steps halve the distance to 100&nbsp;% again and again, so that the curve has most of
 * its points in the tail.
 */
final class PercentileCurve {

	private static final int STEPS_PER_HALF_DISTANCE = 8;

	private PercentileCurve() {
	}

	/**
	 * Draws a curve. The longest of n latencies is its last point, at n: above the
	 * percentile 1&nbsp;-&nbsp;1/n there is nothing else.
	 */
	static List<Point> of(Histogram micros) {
		List<Point> curve = new ArrayList<>();
		long count = micros.getTotalCount();
		if (count == 0) {
			return curve;
		}
		for (HistogramIterationValue step : micros.percentiles(STEPS_PER_HALF_DISTANCE)) {
			double x = 1 / (1 - step.getPercentileLevelIteratedTo() / 100);
			if (x < count) {
				curve.add(new Point(x, step.getValueIteratedTo() / 1e3));
			}
		}
		curve.add(new Point(count, micros.getMaxValue() / 1e3));
		return curve;
	}

}
