package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of the runs of one variant, and where it may lie: the percentile bootstrap
 * of Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13, but at
 * least from the k-th least to the k-th greatest value.
 * <p>
 * Of few runs the bootstrap alone promises too much: of seven it holds the true median
 * with 87.5 %. Whatever the distribution, the k-th least of n values is above it where
 * fewer than k are below, with the probability of fewer than k heads in n throws of a
 * coin; so the interval from the k-th least to the k-th greatest holds it with 1 - 2 P(X
 * &lt; k), X being binomial (n, 1/2): David and Nagaraja, Order Statistics (2003),
 * section 7.1. The greatest k is taken with which that is 95 % or more.
 * <p>
 * No interval of the values of n runs can reach beyond them, and with a probability of
 * 2<sup>1-n</sup> all of them lie on one side of the true median. So the interval holds
 * it with at most 75 % where there are three runs and with at most 94 % where there are
 * five: of fewer than {@value #ENOUGH_RUNS} runs it is no 95 % interval but their range,
 * from the least to the greatest.
 *
 * @param interval its 95 % confidence interval; of fewer than {@value #ENOUGH_RUNS} runs
 * their range
 */
public record MedianInterval(double median, Interval interval) {

	/**
	 * How many runs it takes for an interval that can hold the median with 95 %.
	 */
	public static final int ENOUGH_RUNS = 6;

	private static final int RESAMPLES = 2000;

	private static final double TAIL = 0.025;

	private static final double FAIR = 0.5;

	/**
	 * Works out the median.
	 * @param values values of the runs, at least one, in any order
	 */
	public static MedianInterval of(double[] values, long seed) {
		if (values.length == 0) {
			throw new IllegalArgumentException("values: none (expected: one or more)");
		}
		Median median = Median.withDefaults();
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		double[] medians = new double[RESAMPLES];
		double[] resample = new double[values.length];
		for (int i = 0; i < RESAMPLES; i++) {
			Arrays.setAll(resample, (index) -> values[random.nextInt(values.length)]);
			medians[i] = median.evaluate(resample);
		}
		double[] bounds = Quantile.withDefaults().evaluate(medians, TAIL, 1 - TAIL);
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int outside = outside(sorted.length);
		return new MedianInterval(median.evaluate(sorted), new Interval(Math.min(bounds[0], sorted[outside]),
				Math.max(bounds[1], sorted[sorted.length - 1 - outside])));
	}

	/**
	 * How many values may be left out at either end: k - 1, and none where no k holds the
	 * median often enough.
	 */
	private static int outside(int runs) {
		BinomialDistribution below = BinomialDistribution.of(runs, FAIR);
		int outside = 0;
		while (below.cumulativeProbability(outside + 1) <= TAIL) {
			outside++;
		}
		return outside;
	}

}
