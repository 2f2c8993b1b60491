package dev.grpctuning.load.engine;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;

/**
 * Decides moment by moment whether a load has reached its steady state: whether rate and
 * 99th percentile have been flat for {@value #WINDOW} moments of equal length.
 * <p>
 * The change of a figure in these moments is that of the line which Theil and Sen draw
 * through it: the median of the slopes between any two of them. A single one that is far
 * off, such as one with a collection, does not move it (it takes more than a quarter of
 * them), and noise from one to the next averages out. The figure is flat when that change
 * is small against its median.
 * <p>
 * The few calls of a moment that is shorter than a second make its figures so uneven that
 * any line through them changes. There a figure is also flat when it shows no trend, up
 * or down: when Kendall's S, the number of pairs of moments of which the later has more
 * less that of which it has less, is not farther from zero than in four of five series
 * without a trend (Mann and Kendall's test at a level of 0.2).
 */
final class SteadyState {

	/**
	 * Moments that are looked at.
	 */
	static final int WINDOW = 10;

	private static final double RATE_CHANGE = 0.05;

	private static final double P99_CHANGE = 0.1;

	/**
	 * A change of the 99th percentile that is none, however short the latencies are.
	 */
	private static final double P99_CHANGE_MICROS = 50;

	/**
	 * The least S of ten moments that shows a trend: without one it comes up with a
	 * probability of 0.216.
	 */
	private static final int TREND = 15;

	private final boolean uneven;

	private final Deque<Double> rates = new ArrayDeque<>();

	private final Deque<Double> p99s = new ArrayDeque<>();

	/**
	 * Begins without any moment.
	 * @param uneven whether moments are shorter than a second
	 */
	SteadyState(boolean uneven) {
		this.uneven = uneven;
	}

	/**
	 * Takes another moment.
	 * @param callsPerSecond calls answered per second in it
	 * @param p99Micros 99th percentile of their response times
	 * @return whether the load is steady now
	 */
	boolean add(double callsPerSecond, double p99Micros) {
		add(this.rates, callsPerSecond);
		add(this.p99s, p99Micros);
		if (this.rates.size() < WINDOW || this.rates.contains(0.0)) {
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
		if (figures.size() == WINDOW) {
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
		Arrays.sort(values);
		int middle = values.length / 2;
		return (values.length % 2 != 0) ? values[middle] : (values[middle - 1] + values[middle]) / 2;
	}

}
