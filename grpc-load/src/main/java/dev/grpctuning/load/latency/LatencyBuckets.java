package dev.grpctuning.load.latency;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Counts of latencies in ranges that grow by the square root of two, which is enough for
 * a picture: bucket {@code n} is of latencies from {@code 2^(n/2)} to {@code 2^((n+1)/2)}
 * microseconds. At most 64 buckets hold latencies of up to an hour.
 *
 * @param first number of the lowest bucket that is not empty
 * @param counts counts of this bucket and of those above it, up to the highest that is
 * not empty
 */
public record LatencyBuckets(int first, long[] counts) {

	public static LatencyBuckets of(Histogram micros) {
		long[] counts = new long[Long.SIZE];
		for (HistogramIterationValue value : micros.recordedValues()) {
			counts[bucket(value.getValueIteratedTo())] += value.getCountAtValueIteratedTo();
		}
		return trimmed(0, counts);
	}

	private static int bucket(long micros) {
		return Math.min(Long.SIZE - 1, (int) Math.floor(2 * Math.log(Math.max(1, micros)) / Math.log(2) + 1e-9));
	}

	private static LatencyBuckets trimmed(int first, long[] counts) {
		int low = 0;
		int high = counts.length;
		while (low < high && counts[low] == 0) {
			low++;
		}
		while (high > low && counts[high - 1] == 0) {
			high--;
		}
		return new LatencyBuckets((low < high) ? first + low : 0, Arrays.copyOfRange(counts, low, high));
	}

	/** Writes them as {@code first: count count ...}, empty without latencies. */
	public String text() {
		return (this.counts.length == 0) ? "" : this.first + ": "
				+ Arrays.stream(this.counts).mapToObj(Long::toString).collect(Collectors.joining(" "));
	}

	/** Reads what {@link #text()} writes. */
	public static LatencyBuckets parse(String text) {
		if (text.isEmpty()) {
			return new LatencyBuckets(0, new long[0]);
		}
		String[] parts = text.split("[: ]+");
		try {
			int first = Integer.parseInt(parts[0]);
			long[] counts = Arrays.stream(parts).skip(1).mapToLong(Long::parseLong).toArray();
			if (first < 0 || first + counts.length > Long.SIZE) {
				throw new IllegalArgumentException("no buckets: " + text + " (expected: at most 64)");
			}
			return trimmed(first, counts);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("no buckets: " + text, ex);
		}
	}

	public LatencyBuckets plus(LatencyBuckets other) {
		long[] sum = new long[Long.SIZE];
		for (LatencyBuckets part : new LatencyBuckets[] { this, other }) {
			for (int i = 0; i < part.counts.length; i++) {
				sum[part.first + i] += part.counts[i];
			}
		}
		return trimmed(0, sum);
	}

}
