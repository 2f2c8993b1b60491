package dev.grpctuning.load.server.metrics;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * A timer with a histogram, as Prometheus reads it: what was noted since the process
 * started or, of {@linkplain #since a difference}, between two moments.
 *
 * @param buckets how many of them were not above a bound in seconds, by the bound; empty
 * without a histogram
 */
public record TimerSample(double count, double seconds, NavigableMap<Double, Double> buckets) {

	public static final TimerSample NONE = new TimerSample(0, 0, Collections.emptyNavigableMap());

	private static final double MICROS = 1e6;

	public TimerSample {
		buckets = Collections.unmodifiableNavigableMap(new TreeMap<>(buckets));
	}

	@Nullable TimerSample since(@Nullable TimerSample earlier) {
		if (earlier == null) {
			return this;
		}
		if (earlier.count > this.count) {
			return null;
		}
		NavigableMap<Double, Double> differences = new TreeMap<>(this.buckets);
		earlier.buckets.forEach((bound, value) -> differences.merge(bound, -value, Double::sum));
		return new TimerSample(this.count - earlier.count, Math.max(0, this.seconds - earlier.seconds), differences);
	}

	TimerSample plus(TimerSample other) {
		NavigableMap<Double, Double> sums = new TreeMap<>(this.buckets);
		other.buckets.forEach((bound, value) -> sums.merge(bound, value, Double::sum));
		return new TimerSample(this.count + other.count, this.seconds + other.seconds, sums);
	}

	/** Mean in microseconds, {@code null} if nothing was noted. */
	public @Nullable Double meanMicros() {
		return (this.count > 0) ? this.seconds * MICROS / this.count : null;
	}

	/** Whether there are enough times for a quantile: at least one should be above it. */
	public boolean hasQuantile(double quantile) {
		return this.count * (1 - quantile) >= 1 - 1e-9;
	}

	/**
	 * An upper bound of the longest time, in microseconds: that of its bucket, or all
	 * times together if that is less. {@code null} if nothing was noted or there is no
	 * histogram.
	 */
	public @Nullable Double maxMicros() {
		if (this.count <= 0 || this.buckets.isEmpty()) {
			return null;
		}
		double bound = this.buckets.entrySet()
			.stream()
			.filter((bucket) -> bucket.getValue() >= this.count)
			.mapToDouble(Map.Entry::getKey)
			.findFirst()
			.orElse(Double.POSITIVE_INFINITY);
		return Math.min(bound, this.seconds) * MICROS;
	}

	/**
	 * A quantile as Prometheus' {@code histogram_quantile} estimates it: times are spread
	 * evenly within a bucket, and above the last bound it is that bound.
	 * @param quantile which, from 0 to 1
	 * @return microseconds, or {@code null} if nothing was noted or there is no histogram
	 */
	public @Nullable Double quantileMicros(double quantile) {
		if (this.count <= 0 || this.buckets.isEmpty()) {
			return null;
		}
		double wanted = quantile * this.count;
		double lowBound = 0;
		double below = 0;
		for (Map.Entry<Double, Double> bucket : this.buckets.entrySet()) {
			double bound = bucket.getKey();
			if (bucket.getValue() >= wanted && Double.isFinite(bound)) {
				double inBucket = bucket.getValue() - below;
				double share = (inBucket > 0) ? (wanted - below) / inBucket : 1;
				return (lowBound + (bound - lowBound) * share) * MICROS;
			}
			lowBound = Double.isFinite(bound) ? bound : lowBound;
			below = bucket.getValue();
		}
		return lowBound * MICROS;
	}

}
