package dev.grpctuning.load.engine;

import java.util.ArrayList;
import java.util.List;

import org.apache.commons.statistics.descriptive.Median;

import dev.grpctuning.load.engine.plan.Warmup.UntilSteady;
import dev.grpctuning.load.engine.result.Trend;

/**
 * Decides interval by interval whether a load is steady: whether its rate and 99th
 * percentile are shown to change little.
 * <p>
 * Absence of a visible trend shows nothing, because noise hides it. This is therefore an
 * equivalence test: the 90 % confidence interval of the trend must be within bounds
 * around zero (two one-sided tests at 5 % each; Schuirmann, 1987). The more noise there
 * is, the more intervals it takes.
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
		Trend trend = Trend.of(figures);
		return trend.lowest() >= -steepest && trend.highest() <= steepest;
	}

}
