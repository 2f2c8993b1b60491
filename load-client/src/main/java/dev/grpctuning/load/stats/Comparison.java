package dev.grpctuning.load.stats;

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
 * Figures are rounded, in steps of q (Guide to the Expression of Uncertainty in
 * Measurement, JCGM 100:2008, F.2.2.1). Where they vary from run to run, so does what the
 * rounding does to them, with a variance of q²/12. It is added to that of the figures,
 * which may seem to be smaller than it is because steps make some of them the same. Where
 * none varies, the rounding has done the same to each, by up to q/2, and no number of
 * rounds makes that less. So the interval always reaches a whole step to either side, q/x
 * for the logarithm of a value x, and no further if no figure varies: figures that are
 * one step apart show no difference, since ln((x + q)/x) is less than q/x, and those that
 * are two apart do. Of two rounds alone that says more than is known where noise is as
 * large as a step or two: they agree by chance.
 *
 * <p>
 * A ratio of 0 has no logarithm. Of a variant that has nothing of what the baseline has,
 * in all of at least two rounds, there is no test and no interval: {@link #none} says
 * that it was so. That is counted, and not inferred from figures that vary, so it takes
 * nothing from the 5 %; it is one of the m comparisons all the same, which makes the
 * others a little more cautious and never less. Where the variant has something in any
 * round, the rounds in which both have are compared.
 *
 * @param rounds rounds in which both were measured
 * @param ratio variant by baseline: the geometric mean of the rounds; 1 if there is none,
 * and 0 if the variant has nothing in any of them
 * @param interval confidence interval of the ratio, at the corrected level; {@code null}
 * of fewer than two rounds and of a ratio of 0
 * @param verdict better or worse if the interval leaves out 1
 * @param smallestShown smallest difference, as a share of the baseline, that so many
 * rounds with so much noise show in nine of ten experiments; {@code null} of fewer than
 * two rounds, which show nothing, and of a ratio of 0
 * @param spread how far the ratios of single rounds are apart: their geometric standard
 * deviation less 1, so that two of three are within this share of the ratio; {@code null}
 * of fewer than two rounds, of a ratio of 0, of runs that did not take turns, and in
 * results of earlier versions
 */
public record Comparison(int rounds, double ratio, @Nullable Interval interval, Verdict verdict,
		@Nullable Double smallestShown, @Nullable Double spread) {

	private static final double FAMILY_ERROR = 0.05;

	private static final double POWER = 0.9;

	/**
	 * A comparison of which it is not known how far single rounds are apart.
	 * @param interval confidence interval of the ratio, or {@code null}
	 * @param smallestShown smallest difference that could have been shown, or
	 * {@code null}
	 */
	public Comparison(int rounds, double ratio, @Nullable Interval interval, Verdict verdict,
			@Nullable Double smallestShown) {
		this(rounds, ratio, interval, verdict, smallestShown, null);
	}

	/**
	 * Compares a variant with the baseline.
	 * @param baseline a value for each round; not above 0, or not a number, where there
	 * is none
	 */
	public static Comparison of(double[] baseline, double[] variant, Better better, double resolution,
			int comparisons) {
		if (baseline.length != variant.length) {
			throw new IllegalArgumentException("variant: " + variant.length
					+ " rounds (expected: as many as the baseline, " + baseline.length + ")");
		}
		check(resolution, comparisons);
		int[] rounds = IntStream.range(0, baseline.length)
			.filter((round) -> isMeasured(baseline[round]) && isMeasured(variant[round]))
			.toArray();
		double[] before = IntStream.of(rounds).mapToDouble((round) -> Math.log(baseline[round])).toArray();
		double[] after = IntStream.of(rounds).mapToDouble((round) -> Math.log(variant[round])).toArray();
		double[] differences = IntStream.range(0, rounds.length).mapToDouble((i) -> after[i] - before[i]).toArray();
		double squaredError = squaredError(differences);
		Comparison compared = of(before, after, squaredError, rounds.length - 1, better, resolution, comparisons);
		return (rounds.length < 2) ? compared
				: compared.withSpread(Math.expm1(Math.sqrt(squaredError * rounds.length)));
	}

	private Comparison withSpread(double share) {
		return new Comparison(this.rounds, this.ratio, this.interval, this.verdict, this.smallestShown,
				Math.min(share, Double.MAX_VALUE));
	}

	/**
	 * What is to be said of a variant that had nothing in any round, of something of
	 * which more is better.
	 * @param rounds rounds in which that was so and the baseline had something, at least
	 * two: of one alone nothing is said, whatever came of it
	 */
	public static Comparison none(int rounds) {
		if (rounds < 2) {
			throw new IllegalArgumentException("rounds: " + rounds + " (expected: >= 2)");
		}
		return new Comparison(rounds, 0, null, Verdict.WORSE, null);
	}

	/**
	 * Whether the variant had nothing in any round in which the baseline had something.
	 */
	public boolean isNone() {
		return this.rounds != 0 && this.ratio == 0;
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
	 * Compares runs that did not take turns, such as those of two experiments: the
	 * logarithms by Welch's t-test, The Generalization of "Student's" Problem when
	 * Several Different Population Variances are Involved (1947). What the machine did
	 * between the two is in the ratio.
	 * @param baseline a value for each run; those not above 0, or not a number, are left
	 * out
	 */
	public static Comparison unpaired(double[] baseline, double[] variant, Better better, double resolution,
			int comparisons) {
		check(resolution, comparisons);
		double[] before = logarithms(baseline);
		double[] after = logarithms(variant);
		double one = squaredError(before);
		double other = squaredError(after);
		double freedom = (one + other > 0)
				? (one + other) * (one + other) / (one * one / (before.length - 1) + other * other / (after.length - 1))
				: before.length + after.length - 2;
		return of(before, after, one + other, freedom, better, resolution, comparisons);
	}

	private static double[] logarithms(double[] values) {
		return Arrays.stream(values).filter(Comparison::isMeasured).map(Math::log).toArray();
	}

	private static boolean isMeasured(double value) {
		return value > 0 && value < Double.POSITIVE_INFINITY;
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

	private static Comparison of(double[] before, double[] after, double squaredError, double degreesOfFreedom,
			Better better, double resolution, int comparisons) {
		int runs = Math.min(before.length, after.length);
		double difference = (runs != 0) ? mean(after) - mean(before) : 0;
		if (runs < 2) {
			return new Comparison(runs, Math.exp(difference), null, Verdict.NO_DIFFERENCE_SHOWN, null);
		}
		double rounding = resolution * resolution / 12 * (1.0 / before.length + 1.0 / after.length);
		double error = (varies(before) || varies(after)) ? Math.sqrt(squaredError + rounding) : 0;
		double critical = TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(FAMILY_ERROR / comparisons / 2);
		double margin = Math.max(critical * error, resolution);
		Interval interval = new Interval(Math.exp(difference - margin),
				Math.min(Math.exp(difference + margin), Double.MAX_VALUE));
		// What is less than two steps may look like one.
		double shown = Math.max(noncentrality(critical, degreesOfFreedom) * error, 2 * resolution);
		return new Comparison(runs, Math.exp(difference), interval, verdict(interval, better),
				Math.min(Math.expm1(shown), Double.MAX_VALUE));
	}

	private static boolean varies(double[] values) {
		return Arrays.stream(values).distinct().count() > 1;
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
