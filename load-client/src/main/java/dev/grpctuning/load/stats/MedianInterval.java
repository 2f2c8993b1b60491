package dev.grpctuning.load.stats;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.BinomialDistribution;

import dev.grpctuning.slices.Interval;

/**
 * The median of the runs of one variant with its 95 % confidence interval.
 * <p>
 * The interval from the k-th least to the k-th greatest of n values holds the true median
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

	private static final double TAIL = 0.025;

	public static MedianInterval of(double[] values) {
		if (values.length == 0) {
			throw new IllegalArgumentException("values: none (expected: one or more)");
		}
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		BinomialDistribution below = BinomialDistribution.of(sorted.length, 0.5);
		int outside = 0;
		while (below.cumulativeProbability(outside + 1) <= TAIL) {
			outside++;
		}
		return new MedianInterval(Median.withDefaults().withCopy(true).evaluate(sorted),
				new Interval(sorted[outside], sorted[sorted.length - 1 - outside]));
	}

}
