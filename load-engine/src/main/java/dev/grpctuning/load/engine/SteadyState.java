package dev.grpctuning.load.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.commons.statistics.descriptive.Median;

import dev.grpctuning.load.engine.plan.Warmup.UntilSteady;

/**
 * Decides interval by interval whether a load is steady: whether its rate and 99th
 * percentile are shown to change little.
 * <p>
 * Absence of a visible trend shows nothing, because noise hides it. This is therefore an
 * equivalence test: the 90 % confidence interval of the trend must be within bounds
 * around zero (two one-sided tests at 5 % each; Schuirmann, 1987). The more noise there
 * is, the more intervals it takes. The trend is the slope of the Theil–Sen line, the
 * median of the slopes between any two intervals, and its confidence interval that of Sen
 * (1968), from the distribution of Kendall's S. Neither is moved by a few outliers, such
 * as an interval with a garbage collection.
 * <p>
 * The last intervals are tested, for every number of them from
 * {@value UntilSteady#WINDOW}, because nobody knows when the warm-up ended.
 */
final class SteadyState {

	/** Change of the rate in {@value #SPAN} intervals, as a share. */
	private static final double RATE_CHANGE = 0.15;

	private static final double P99_CHANGE = 0.3;

	/** A smaller change of the 99th percentile in {@value #SPAN} intervals is none. */
	private static final double P99_CHANGE_MICROS = 100;

	private static final int SPAN = 20;

	/** Intervals that are remembered; more would not be needed. */
	private static final int LONGEST_WINDOW = 60;

	/** 95th percentile of the normal distribution. */
	private static final double Z = 1.645;

	private final List<Double> rates = new ArrayList<>();

	private final List<Double> p99s = new ArrayList<>();

	/** Adds an interval, and returns whether the load is steady. */
	boolean add(double callsPerSecond, double p99Micros) {
		if (callsPerSecond == 0) {
			this.rates.clear();
			this.p99s.clear();
			return false;
		}
		add(this.rates, callsPerSecond);
		add(this.p99s, p99Micros);
		for (int window = UntilSteady.WINDOW; window <= this.rates.size(); window++) {
			if (isFlat(last(this.rates, window), RATE_CHANGE, 0)
					&& isFlat(last(this.p99s, window), P99_CHANGE, P99_CHANGE_MICROS)) {
				return true;
			}
		}
		return false;
	}

	private static void add(List<Double> figures, double figure) {
		if (figures.size() == LONGEST_WINDOW) {
			figures.removeFirst();
		}
		figures.add(figure);
	}

	private static double[] last(List<Double> figures, int window) {
		return figures.subList(figures.size() - window, figures.size())
			.stream()
			.mapToDouble(Double::doubleValue)
			.toArray();
	}

	private static boolean isFlat(double[] figures, double share, double least) {
		double steepest = Math.max(share * Median.withDefaults().withCopy(true).evaluate(figures), least) / SPAN;
		double[] slopes = slopes(figures);
		double around = Z * standardDeviationOfS(figures.length);
		int lowest = (int) Math.max(0, Math.floor((slopes.length - around) / 2));
		return slopes[lowest] >= -steepest && slopes[slopes.length - 1 - lowest] <= steepest;
	}

	/**
	 * Of Kendall's S, the rising pairs less the falling ones, where there is no trend.
	 */
	private static double standardDeviationOfS(int count) {
		return Math.sqrt(count * (count - 1) * (2 * count + 5) / 18.0);
	}

	/** Slopes between any two figures, in ascending order. */
	private static double[] slopes(double[] figures) {
		double[] slopes = new double[figures.length * (figures.length - 1) / 2];
		int count = 0;
		for (int later = 1; later < figures.length; later++) {
			for (int earlier = 0; earlier < later; earlier++) {
				slopes[count++] = (figures[later] - figures[earlier]) / (later - earlier);
			}
		}
		Arrays.sort(slopes);
		return slopes;
	}

}
