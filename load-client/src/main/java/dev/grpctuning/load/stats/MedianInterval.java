package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of the runs of one variant with its 95 % confidence interval: the percentile
 * bootstrap of Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13,
 * but at least from the k-th least to the k-th greatest value.
 * <p>
 * With few runs the bootstrap alone is too narrow: with seven it holds the true median
 * with 87.5 %. The interval from the k-th least to the k-th greatest of n values holds it
 * with 1 - 2 P(X &lt; k), X being binomial (n, 1/2), whatever the distribution: David and
 * Nagaraja, Order Statistics (2003), section 7.1. The greatest k with 95 % or more is
 * taken.
 * <p>
 * All n values lie on one side of the true median with a probability of 2<sup>1-n</sup>.
 * So with fewer than {@value #ENOUGH_RUNS} runs the interval is not one of 95 % but the
 * range of the values.
 */
public record MedianInterval(double median, Interval interval) {

	/** Fewest runs whose range holds the median with 95 %. */
	public static final int ENOUGH_RUNS = 6;

	private static final int RESAMPLES = 2000;

	private static final double TAIL = 0.025;

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

	/** Values to leave out at either end: k - 1, or 0 if no k is enough. */
	private static int outside(int runs) {
		BinomialDistribution below = BinomialDistribution.of(runs, 0.5);
		int outside = 0;
		while (below.cumulativeProbability(outside + 1) <= TAIL) {
			outside++;
		}
		return outside;
	}

}
