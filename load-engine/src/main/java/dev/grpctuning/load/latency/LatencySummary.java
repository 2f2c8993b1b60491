package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;

/**
 * A summary of a latency distribution in microseconds, all 0 if it is empty. A percentile
 * is the highest value equivalent to the recorded one at three significant digits, as
 * HdrHistogram defines it.
 */
public record LatencySummary(long count, long min, double mean, long p50, long p75, long p90, long p95, long p99,
		long p999, long p9999, long max) {

	public static LatencySummary of(Histogram micros) {
		long count = micros.getTotalCount();
		if (count == 0) {
			return new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		}
		return new LatencySummary(count, micros.getMinValue(), Math.round(micros.getMean() * 10) / 10.0,
				micros.getValueAtPercentile(50), micros.getValueAtPercentile(75), micros.getValueAtPercentile(90),
				micros.getValueAtPercentile(95), micros.getValueAtPercentile(99), micros.getValueAtPercentile(99.9),
				micros.getValueAtPercentile(99.99), micros.getMaxValue());
	}

}
