package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.function.Supplier;

import org.apache.commons.statistics.descriptive.Median;

import dev.grpctuning.load.engine.plan.Warmup.UntilSteady;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

/** Watches the calls of a warm-up until they are steady. Used by one thread. */
final class WarmupWatch {

	private final Supplier<WarmupFigures> endInterval;

	private final SteadyState state;

	private final long shortestNanos;

	private long lastNanos;

	WarmupWatch(Supplier<WarmupFigures> endInterval, Duration interval, long nanoTime) {
		this.endInterval = endInterval;
		this.state = new SteadyState(interval.toSeconds() < 1);
		this.shortestNanos = interval.toNanos() / 2;
		this.lastNanos = nanoTime;
	}

	/** Ends an interval unless just begun, and returns whether the load is steady. */
	boolean end(long nanoTime) {
		long length = nanoTime - this.lastNanos;
		if (length < this.shortestNanos) {
			return false;
		}
		this.lastNanos = nanoTime;
		WarmupFigures interval = this.endInterval.get();
		return this.state.add(interval.ok() * 1e9 / length, interval.responseP99Micros());
	}

	/**
	 * Decides interval by interval whether a load is steady: whether its rate and 99th
	 * percentile have been flat for {@value UntilSteady#WINDOW} intervals.
	 * <p>
	 * The change of a figure is that of its Theil–Sen line, the median of the slopes
	 * between any two intervals. A few outliers do not move it, such as an interval with
	 * a garbage collection. The figure is flat when the change is small against its
	 * median.
	 * <p>
	 * Intervals below a second have few calls and uneven figures. There a figure is also
	 * flat when it shows no trend: when Kendall's S, the rising pairs less the falling
	 * ones, is within what four of five series without a trend reach (Mann–Kendall test
	 * at a level of 0.2).
	 */
	static final class SteadyState {

		private static final double RATE_CHANGE = 0.05;

		private static final double P99_CHANGE = 0.1;

		/** A smaller change of the 99th percentile is none. */
		private static final double P99_CHANGE_MICROS = 50;

		/** The least S of ten intervals that shows a trend; the test's level is 0.216. */
		private static final int TREND = 15;

		private final boolean uneven;

		private final Deque<Double> rates = new ArrayDeque<>();

		private final Deque<Double> p99s = new ArrayDeque<>();

		SteadyState(boolean uneven) {
			this.uneven = uneven;
		}

		/** Adds an interval, and returns whether the load is steady. */
		boolean add(double callsPerSecond, double p99Micros) {
			add(this.rates, callsPerSecond);
			add(this.p99s, p99Micros);
			if (this.rates.size() < UntilSteady.WINDOW || this.rates.contains(0.0)) {
				return false;
			}
			return isFlat(this.rates, RATE_CHANGE * median(this.rates))
					&& isFlat(this.p99s, Math.max(P99_CHANGE * median(this.p99s), P99_CHANGE_MICROS));
		}

		private boolean isFlat(Collection<Double> figures, double change) {
			double[] slopes = slopes(figures);
			return Math.abs(median(slopes)) * (figures.size() - 1) <= change
					|| (this.uneven && Math.abs(Arrays.stream(slopes).map(Math::signum).sum()) < TREND);
		}

		private static void add(Deque<Double> figures, double figure) {
			if (figures.size() == UntilSteady.WINDOW) {
				figures.removeFirst();
			}
			figures.add(figure);
		}

		private static double[] slopes(Collection<Double> figures) {
			double[] values = figures.stream().mapToDouble(Double::doubleValue).toArray();
			double[] slopes = new double[values.length * (values.length - 1) / 2];
			int count = 0;
			for (int later = 1; later < values.length; later++) {
				for (int earlier = 0; earlier < later; earlier++) {
					slopes[count++] = (values[later] - values[earlier]) / (later - earlier);
				}
			}
			return slopes;
		}

		private static double median(Collection<Double> figures) {
			return median(figures.stream().mapToDouble(Double::doubleValue).toArray());
		}

		private static double median(double[] values) {
			return Median.withDefaults().evaluate(values);
		}

	}

}
