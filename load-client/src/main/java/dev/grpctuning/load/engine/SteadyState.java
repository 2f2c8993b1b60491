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

	private final Deque<Double> rates = new ArrayDeque<>();

	private final Deque<Double> p99s = new ArrayDeque<>();

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
		return change(this.rates) <= RATE_CHANGE * median(this.rates)
				&& change(this.p99s) <= Math.max(P99_CHANGE * median(this.p99s), P99_CHANGE_MICROS);
	}

	private static void add(Deque<Double> figures, double figure) {
		if (figures.size() == WINDOW) {
			figures.removeFirst();
		}
		figures.add(figure);
	}

	private static double change(Collection<Double> figures) {
		double[] values = figures.stream().mapToDouble(Double::doubleValue).toArray();
		double[] slopes = new double[values.length * (values.length - 1) / 2];
		int count = 0;
		for (int later = 1; later < values.length; later++) {
			for (int earlier = 0; earlier < later; earlier++) {
				slopes[count++] = (values[later] - values[earlier]) / (later - earlier);
			}
		}
		return Math.abs(median(slopes)) * (values.length - 1);
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
