package dev.grpctuning.load.statistics;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The median of the runs of one variant, and where it may lie: the percentile bootstrap
 * of Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
 *
 * @param median the median
 * @param interval its 95 % confidence interval
 */
public record MedianInterval(double median, Interval interval) {

	private static final int RESAMPLES = 2000;

	private static final double TAIL = 0.025;

	/**
	 * Works out the median.
	 * @param values values of the runs, at least one, in any order
	 * @param seed seed of the resampling: the same values and seed give the same interval
	 * @return the median with its interval, which is a point if there is one value
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
		return new MedianInterval(median.evaluate(values.clone()), new Interval(bounds[0], bounds[1]));
	}

}
