package dev.grpctuning.slices;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

import org.apache.commons.numbers.gamma.Trigamma;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Finds which of many things differ between two sides, from a few units of each that have
 * all of them, such as methods in JVMs.
 * <p>
 * Units of one side differ lastingly, and three of them show poorly by how much. But all
 * things together show it well. So the variance of a thing is expected to be that of
 * counting its samples, plus the square of a share of its size that is the same for all:
 * Paule and Mandel, Consensus Values and Weighting Factors (1982). The variance that its
 * own units show is added with the weight of its degrees of freedom, and the expected one
 * with a weight that depends on how far variances are apart: Smyth, Linear Models and
 * Empirical Bayes Methods for Assessing Differential Expression in Microarray Experiments
 * (2004).
 * <p>
 * Of the things that are shown to differ, a share of {@code rate} is wrong on average:
 * Benjamini and Hochberg, Controlling the False Discovery Rate (1995). Their intervals
 * are as wide as Benjamini and Yekutieli, False Discovery Rate-Adjusted Multiple
 * Confidence Intervals for Selected Parameters (2005), want them.
 */
public final class ManyDifferences {

	/** Power with which the smallest difference is found. */
	private static final double POWER = 0.8;

	/** Fewest and most units that the expected variance counts as. */
	private static final double LEAST_PRIOR = 4;

	private static final double MOST_PRIOR = 100;

	private static final int STEPS = 60;

	private ManyDifferences() {
	}

	/**
	 * Compares things.
	 * @param things what the units of both sides show of each
	 * @param units units of each side
	 * @param rate false discovery rate
	 * @return the things, those first whose difference is certainly the largest; none if
	 * there are too few units
	 */
	public static Map<String, Difference> of(Map<String, Sides> things, int units, double rate) {
		if (units < 2 || things.isEmpty()) {
			return Map.of();
		}
		int freedom = 2 * (units - 1);
		List<Observed> observed = things.entrySet()
			.stream()
			.map((thing) -> Observed.of(thing.getKey(), thing.getValue(), freedom))
			.toList();
		double share = zero((lasting) -> observed.stream().mapToDouble((one) -> one.ratio(lasting) - 1).sum(), 0, 1);
		double prior = prior(observed.stream().mapToDouble((one) -> one.ratio(share)).toArray(), freedom);
		TDistribution student = TDistribution.of(prior + freedom);
		List<Tested> tested = observed.stream()
			.map((one) -> Tested.of(one, share, prior, freedom, student))
			.sorted(Comparator.comparingDouble(Tested::p))
			.toList();
		int shown = tested.size();
		while (shown > 0 && tested.get(shown - 1).p() > rate * shown / tested.size()) {
			shown--;
		}
		double wide = student.inverseSurvivalProbability(rate * Math.max(shown, 1) / tested.size() / 2);
		double found = student.inverseSurvivalProbability(rate / tested.size() / 2)
				+ student.inverseCumulativeProbability(POWER);
		Map<String, Difference> differences = new LinkedHashMap<>();
		for (int i = 0; i < tested.size(); i++) {
			Tested one = tested.get(i);
			differences.put(one.observed().name(), one.difference(i < shown, wide, found));
		}
		return sorted(differences);
	}

	private static Map<String, Difference> sorted(Map<String, Difference> differences) {
		Map<String, Difference> sorted = new LinkedHashMap<>();
		differences.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByValue(
					Comparator.comparing(Difference::shown).thenComparingDouble(Difference::certain).reversed()))
			.forEach((entry) -> sorted.put(entry.getKey(), entry.getValue()));
		return sorted;
	}

	/**
	 * Degrees of freedom of the expected variances, by the spread of their logarithms.
	 */
	private static double prior(double[] ratios, int freedom) {
		double[] logs = Arrays.stream(ratios).filter((ratio) -> ratio > 0).map(Math::log).toArray();
		double mean = Arrays.stream(logs).average().orElse(0);
		double spread = Arrays.stream(logs).map((log) -> (log - mean) * (log - mean)).sum()
				/ Math.max(1, logs.length - 1) - Trigamma.value(freedom / 2.0);
		return (spread <= Trigamma.value(MOST_PRIOR / 2)) ? MOST_PRIOR
				: zero((prior) -> Trigamma.value(prior / 2) - spread, LEAST_PRIOR, MOST_PRIOR);
	}

	/** Where a falling function is zero, or the end of the range. */
	private static double zero(DoubleUnaryOperator falling, double low, double high) {
		double below = low;
		double above = high;
		for (int i = 0; i < STEPS; i++) {
			double middle = (below + above) / 2;
			if (falling.applyAsDouble(middle) > 0) {
				below = middle;
			}
			else {
				above = middle;
			}
		}
		return (below + above) / 2;
	}

	/** Values of a thing in the units of two sides, and their mean counting variance. */
	public record Sides(double[] first, double[] second, double variance) {
	}

	/**
	 * Difference of a thing.
	 *
	 * @param first mean of the first side
	 * @param second mean of the second side
	 * @param interval interval of the second less the first
	 * @param shown whether it is one of the things that are shown to differ
	 * @param smallest difference that would be shown in eight of ten such experiments
	 */
	public record Difference(double first, double second, Interval interval, boolean shown, double smallest) {

		/** The smallest difference in the interval. */
		public double certain() {
			return Math.max(0, Math.max(this.interval.low(), -this.interval.high()));
		}

	}

	private record Observed(String name, double first, double second, double counting, double variance) {

		static Observed of(String name, Sides sides, int freedom) {
			double first = Arrays.stream(sides.first()).average().orElse(0);
			double second = Arrays.stream(sides.second()).average().orElse(0);
			return new Observed(name, first, second, sides.variance(),
					(squares(sides.first(), first) + squares(sides.second(), second)) / freedom);
		}

		private static double squares(double[] values, double mean) {
			return Arrays.stream(values).map((value) -> (value - mean) * (value - mean)).sum();
		}

		private double expected(double share) {
			double lasting = share * (this.first + this.second) / 2;
			return this.counting + lasting * lasting;
		}

		private double ratio(double share) {
			return this.variance / expected(share);
		}

	}

	/**
	 * The standard error of a difference, and the probability of a larger one by chance.
	 */
	private record Tested(Observed observed, double error, double p) {

		static Tested of(Observed observed, double share, double prior, int freedom, TDistribution student) {
			double variance = (prior * observed.expected(share) + freedom * observed.variance()) / (prior + freedom);
			double error = Math.sqrt(Math.max(variance, observed.counting()) * 2 / (freedom / 2 + 1));
			return new Tested(observed, error,
					2 * student.survivalProbability(Math.abs(observed.second() - observed.first()) / error));
		}

		Difference difference(boolean shown, double wide, double found) {
			double difference = this.observed.second() - this.observed.first();
			return new Difference(this.observed.first(), this.observed.second(),
					new Interval(difference - wide * this.error, difference + wide * this.error), shown,
					found * this.error);
		}

	}

}
