package dev.grpctuning.load.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * A variant against the baseline in one metric, from runs that took turns.
 * <p>
 * What a round of runs has in common, such as a machine that is slower for some minutes,
 * is in the variant and in the baseline, and cancels out in the ratio of the two. The
 * logarithms of these ratios, one a round, are compared with 0 by Student's paired
 * t-test. An experiment that compares m things asks for a confidence of 1 - 0.05 / m in
 * each (Bonferroni), so that it is wrong about any of them in at most one of twenty
 * experiments.
 * <p>
 * Figures are rounded: runs that differ by less than a step may all have the same value,
 * and would seem to have no error at all. A value that may lie anywhere in a step q has a
 * variance of q²/12 (Guide to the Expression of Uncertainty in Measurement, JCGM
 * 100:2008, F.2.2.1), so that the error of a mean of n rounds is taken to be at least
 * q/√(12n), on either side of the ratio.
 *
 * @param rounds rounds in which both were measured
 * @param ratio variant by baseline: the geometric mean of the rounds; 1 if there is none
 * @param interval confidence interval of the ratio, at the corrected level; {@code null}
 * of fewer than two rounds
 * @param verdict better or worse if the interval leaves out 1
 * @param smallestShown smallest difference, as a share of the baseline, that so many
 * rounds with so much noise show in nine of ten experiments; {@code null} of fewer than
 * two rounds, which show nothing
 */
public record Comparison(int rounds, double ratio, @Nullable Interval interval, Verdict verdict,
		@Nullable Double smallestShown) {

	private static final double FAMILY_ERROR = 0.05;

	private static final double POWER = 0.9;

	/**
	 * Compares a variant with the baseline.
	 * @param baseline a value for each round; not above 0, or not a number, where there
	 * is none
	 * @param variant the same of the variant
	 * @param better which direction is the good one
	 * @param resolution step to which the values are rounded, as a share of them
	 * @param comparisons how many comparisons the experiment makes, this one included
	 * @return what is shown
	 */
	public static Comparison of(double[] baseline, double[] variant, Better better, double resolution,
			int comparisons) {
		if (baseline.length != variant.length) {
			throw new IllegalArgumentException("variant: " + variant.length
					+ " rounds (expected: as many as the baseline, " + baseline.length + ")");
		}
		check(resolution, comparisons);
		double[] differences = IntStream.range(0, baseline.length)
			.filter((round) -> baseline[round] > 0 && variant[round] > 0)
			.mapToDouble((round) -> Math.log(variant[round] / baseline[round]))
			.filter(Double::isFinite)
			.toArray();
		int rounds = differences.length;
		double mean = mean(differences);
		if (rounds < 2) {
			return new Comparison(rounds, Math.exp(mean), null, Verdict.NO_DIFFERENCE_SHOWN, null);
		}
		double error = Math.max(Math.sqrt(squaredError(differences)), roundingError(resolution, rounds, rounds));
		return of(rounds, mean, error, rounds - 1, better, FAMILY_ERROR / comparisons);
	}

	private static void check(double resolution, int comparisons) {
		if (!(resolution >= 0)) {
			throw new IllegalArgumentException("resolution: " + resolution + " (expected: >= 0)");
		}
		if (comparisons < 1) {
			throw new IllegalArgumentException("comparisons: " + comparisons + " (expected: >= 1)");
		}
	}

	/**
	 * The least error of the logarithm of a ratio of two means.
	 */
	private static double roundingError(double resolution, int runs, int otherRuns) {
		return resolution * Math.sqrt((1.0 / runs + 1.0 / otherRuns) / 12);
	}

	/**
	 * Compares runs that did not take turns, such as those of two experiments: the
	 * logarithms by Welch's t-test, The Generalization of "Student's" Problem when
	 * Several Different Population Variances are Involved (1947). What the machine did
	 * between the two is in the ratio.
	 * @param baseline a value for each run; those not above 0, or not a number, are left
	 * out
	 * @param variant the same of the variant, not necessarily as many
	 * @param better which direction is the good one
	 * @param resolution step to which the values are rounded, as a share of them
	 * @param comparisons how many comparisons are made together, this one included
	 * @return what is shown, with the number of runs of the side that has fewer
	 */
	public static Comparison unpaired(double[] baseline, double[] variant, Better better, double resolution,
			int comparisons) {
		check(resolution, comparisons);
		double[] before = logarithms(baseline);
		double[] after = logarithms(variant);
		int runs = Math.min(before.length, after.length);
		double difference = (runs != 0) ? mean(after) - mean(before) : 0;
		if (runs < 2) {
			return new Comparison(runs, Math.exp(difference), null, Verdict.NO_DIFFERENCE_SHOWN, null);
		}
		double one = squaredError(before);
		double other = squaredError(after);
		double freedom = (one + other > 0)
				? (one + other) * (one + other) / (one * one / (before.length - 1) + other * other / (after.length - 1))
				: before.length + after.length - 2;
		double error = Math.max(Math.sqrt(one + other), roundingError(resolution, before.length, after.length));
		return of(runs, difference, error, freedom, better, FAMILY_ERROR / comparisons);
	}

	private static double[] logarithms(double[] values) {
		return Arrays.stream(values).filter((value) -> value > 0).map(Math::log).filter(Double::isFinite).toArray();
	}

	private static double mean(double[] values) {
		return Arrays.stream(values).average().orElse(0);
	}

	/**
	 * The variance of the mean of values.
	 */
	private static double squaredError(double[] values) {
		double mean = mean(values);
		double squares = Arrays.stream(values).map((value) -> (value - mean) * (value - mean)).sum();
		return squares / (values.length - 1) / values.length;
	}

	private static Comparison of(int rounds, double mean, double standardError, double degreesOfFreedom, Better better,
			double error) {
		double critical = TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(error / 2);
		Interval interval = new Interval(Math.exp(mean - critical * standardError),
				Math.min(Math.exp(mean + critical * standardError), Double.MAX_VALUE));
		double shown = noncentrality(critical, degreesOfFreedom) * standardError;
		return new Comparison(rounds, Math.exp(mean), interval, verdict(interval, better),
				Math.min(Math.expm1(shown), Double.MAX_VALUE));
	}

	/**
	 * How many standard errors a difference must have to be shown with {@link #POWER}:
	 * the normal approximation of the noncentral t-distribution of Abramowitz and Stegun,
	 * Handbook of Mathematical Functions (1964), 26.7.10.
	 */
	private static double noncentrality(double critical, double degreesOfFreedom) {
		return critical * (1 - 1 / (4 * degreesOfFreedom))
				+ NormalDistribution.of(0, 1).inverseCumulativeProbability(POWER)
						* Math.sqrt(1 + critical * critical / (2 * degreesOfFreedom));
	}

	private static Verdict verdict(Interval interval, Better better) {
		if (interval.contains(1)) {
			return Verdict.NO_DIFFERENCE_SHOWN;
		}
		boolean higher = interval.low() > 1;
		return (higher == (better == Better.HIGHER)) ? Verdict.BETTER : Verdict.WORSE;
	}

}
