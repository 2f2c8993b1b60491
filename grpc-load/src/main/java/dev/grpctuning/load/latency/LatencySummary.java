package dev.grpctuning.load.latency;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

import org.HdrHistogram.Histogram;

/**
 * A latency distribution in microseconds, all 0 if it is empty. A percentile is the
 * highest value equivalent to the recorded one at three significant digits, as
 * HdrHistogram defines it.
 *
 * @param histogram all latencies in HdrHistogram's compressed encoding (V2) in Base64,
 * which its plotters read
 */
public record LatencySummary(long count, long min, double mean, long p50, long p75, long p90, long p95, long p99,
		long p999, long p9999, long max, String histogram) {

	public static LatencySummary of(Histogram micros) {
		long count = micros.getTotalCount();
		if (count == 0) {
			return new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, HistogramText.encode(micros));
		}
		return new LatencySummary(count, micros.getMinValue(), Math.round(micros.getMean() * 10) / 10.0,
				micros.getValueAtPercentile(50), micros.getValueAtPercentile(75), micros.getValueAtPercentile(90),
				micros.getValueAtPercentile(95), micros.getValueAtPercentile(99), micros.getValueAtPercentile(99.9),
				micros.getValueAtPercentile(99.99), micros.getMaxValue(), HistogramText.encode(micros));
	}

	/** Adds the latencies of another distribution. */
	public LatencySummary plus(LatencySummary other) {
		Histogram sum = HistogramText.decode(this.histogram);
		sum.add(HistogramText.decode(other.histogram));
		return of(sum);
	}

	/** A figure of a latency distribution. */
	public enum LatencyFigure {

		MIN("min", 0, LatencySummary::min), MEAN("mean", 0, LatencySummary::mean), P50("p50", 50, LatencySummary::p50),
		P75("p75", 75, LatencySummary::p75), P90("p90", 90, LatencySummary::p90), P95("p95", 95, LatencySummary::p95),
		P99("p99", 99, LatencySummary::p99), P999("p99.9", 99.9, LatencySummary::p999),
		P9999("p99.99", 99.99, LatencySummary::p9999), MAX("max", 100, LatencySummary::max);

		private final String title;

		private final double percentile;

		private final Function<LatencySummary, Number> value;

		LatencyFigure(String title, double percentile, Function<LatencySummary, Number> value) {
			this.title = title;
			this.percentile = percentile;
			this.value = value;
		}

		public static Optional<LatencyFigure> named(String title) {
			return Arrays.stream(values()).filter((figure) -> figure.title.equals(title)).findFirst();
		}

		/** Such as {@code p99.9}. */
		public String title() {
			return this.title;
		}

		/** From 0 to 100, which are the minimum and the maximum. */
		public double percentile() {
			return this.percentile;
		}

		public double of(LatencySummary latencies) {
			return number(latencies).doubleValue();
		}

		/**
		 * The value in microseconds over calls of which some were not answered. These
		 * count as the slowest, and their time as infinite: a server that answers only
		 * what is quick is not quick. The mean and the minimum are of answered calls.
		 * @param answered the answered calls, of which there is at least one
		 * @param unanswered number of the others
		 */
		public double of(LatencySummary answered, long unanswered) {
			if (unanswered == 0 || this.percentile == 0) {
				return of(answered);
			}
			double rank = Math.nextDown(this.percentile / 100) * (answered.count() + unanswered);
			return (Math.ceil(rank) <= answered.count())
					? HistogramText.decode(answered.histogram()).getValueAtPercentile(100 * rank / answered.count())
					: Double.POSITIVE_INFINITY;
		}

		/**
		 * Whether there are enough latencies for the figure: one at least must be above a
		 * percentile, or it would be the maximum. That is 10,000 for p99.99.
		 */
		public boolean isKnown(LatencySummary latencies) {
			return isKnown(latencies.count());
		}

		/** Whether so many latencies are enough for the figure. */
		public boolean isKnown(long count) {
			boolean percentile = this.percentile > 0 && this.percentile < 100;
			return count != 0 && (!percentile || count * (100 - this.percentile) >= 99.999_999);
		}

		/** The value in microseconds, a whole number except for the mean. */
		public Number number(LatencySummary latencies) {
			return this.value.apply(latencies);
		}

	}

}
