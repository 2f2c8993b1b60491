package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;

/**
 * What is said of a distribution of latencies. All values are microseconds; all are 0
 * when nothing was recorded. A percentile is the highest value that is equivalent to the
 * recorded one at three significant digits, as HdrHistogram defines it.
 *
 * @param count number of values
 * @param min smallest value
 * @param mean arithmetic mean
 * @param p50 median
 * @param p75 75th percentile
 * @param p90 90th percentile
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param p999 99.9th percentile
 * @param p9999 99.99th percentile
 * @param max largest value
 */
public record LatencySummary(long count, long min, double mean, long p50, long p75, long p90, long p95, long p99,
		long p999, long p9999, long max) {

	/**
	 * Sums up a histogram of microseconds.
	 * @param micros the histogram
	 * @return its summary
	 */
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
