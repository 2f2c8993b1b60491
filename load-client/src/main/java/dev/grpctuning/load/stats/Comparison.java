package dev.grpctuning.load.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

import org.apache.commons.statistics.distribution.HypergeometricDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.slices.Interval;

/**
 * A variant against the baseline in one metric, from runs that took turns.
 * <p>
 * What a round of runs has in common, such as a machine that is slower for some minutes,
 * cancels out in the ratio of variant and baseline. The logarithms of these ratios, one a
 * round, are compared with 0 by Student's paired t-test, or by a confidence sequence
 * while more rounds may follow: see {@link Risk}. An experiment that compares m things
 * asks for a confidence of 1 - error / m in each (Bonferroni), so that it is wrong about
 * any of them with that error at most.
 * <p>
 * Figures are rounded, in steps of q. Rounding adds a variance of q²/12 where figures
 * vary (Guide to the Expression of Uncertainty in Measurement, JCGM 100:2008, F.2.2.1).
 * Where none varies, rounding has moved each by up to q/2, however many rounds there are.
 * So the interval always reaches at least a whole step to either side: figures that are
 * one step apart show no difference, those that are two apart do.
 * <p>
 * A ratio of 0 has no logarithm. Rounds in which one of the two has nothing are left out,
 * unless the variant has nothing more often: such rounds are {@link #none counted}.
 *
 * @param rounds rounds in which both were measured; with a ratio of 0 those in which the
 * variant has nothing
 * @param ratio variant by baseline: the geometric mean of the rounds; 1 without rounds
 * @param interval confidence interval of the ratio, at the corrected level; {@code null}
 * with fewer than two rounds or a ratio of 0
 * @param verdict better or worse if the interval leaves out 1
 * @param minimumDetectableEffect minimum detectable effect with a power of 0.9, as a
 * share of the baseline; {@code null} likewise
 * @param spread geometric standard deviation of the ratios of single rounds less 1;
 * {@code null} likewise, and for runs that did not take turns
 */
public record Comparison(int rounds, double ratio, @Nullable Interval interval, Verdict verdict,
		@Nullable Double minimumDetectableEffect, @Nullable Double spread) {

	/** Ratios up to this factor, either way, are the same to a user. */
	private static final double SAME = 1 + Comparison.SAME_PERCENT / 100.0;

	static final int SAME_PERCENT = 5;

	/** Error that all comparisons of an experiment of rounds share. */
	public static final double FAMILY_ERROR = 0.05;

	private static final double POWER = 0.9;

	/** Compares logarithms; the variance of a difference may be more than its own. */
	static Comparison paired(double[] before, double[] after, DoubleUnaryOperator variance, double degreesOfFreedom,
			Better better, double resolution, Risk risk) {
		int rounds = before.length;
		double[] differences = IntStream.range(0, rounds).mapToDouble((i) -> after[i] - before[i]).toArray();
		double own = squaredError(differences) * rounds;
		double spread = Math.min(Math.expm1(Math.sqrt(own)), Double.MAX_VALUE);
		double units = risk.independentUnits(differences);
		return of(before, after, variance.applyAsDouble(own) / units, degreesOfFreedom * units / rounds, better,
				resolution, (freedom) -> risk.critical(units, freedom), spread);
	}

	/**
	 * Compares how often each had no value, such as no answered call. The variant is
	 * worse if it had nothing more often than by chance: by the one-sided exact test of
	 * Fisher, The Design of Experiments (1935), with half of the error, as on each side
	 * of the t-test. What both have in common in a round makes it only more careful.
	 * <p>
	 * In few rounds, no test could show anything. So the variant is also worse if it had
	 * nothing in any of two or more, and the baseline had something in most of as many: a
	 * build that answers nothing must not pass. Two equal variants that often have
	 * nothing then differ more often than the error allows: in three rounds up to 8 %.
	 * @param baseline a value for each round or run; 0 is nothing
	 * @param error probability of a wrong verdict that is accepted
	 * @return a comparison if the variant is worse
	 */
	public static Optional<Comparison> none(double[] baseline, double[] variant, double error) {
		int before = countNone(baseline);
		int none = countNone(variant);
		boolean never = none == variant.length && none >= 2 && baseline.length >= 2
				&& 2 * before < Math.min(baseline.length, variant.length);
		boolean worse = never || (none != 0
				&& HypergeometricDistribution.of(baseline.length + variant.length, before + none, variant.length)
					.survivalProbability(none - 1) <= error / 2);
		return worse ? Optional.of(new Comparison(none, 0, null, Verdict.WORSE, null, null)) : Optional.empty();
	}

	private static int countNone(double[] values) {
		return (int) Arrays.stream(values).filter((value) -> value == 0).count();
	}

	public boolean isNone() {
		return this.rounds != 0 && this.ratio == 0;
	}

	/**
	 * Compares runs that did not take turns, such as those of two experiments: the
	 * logarithms by Welch's t-test, The Generalization of "Student's" Problem when
	 * Several Different Population Variances are Involved (1947). What the machine does
	 * between the two is in all runs of one side alike: no number of runs takes it out.
	 * @param baseline a value for each run; those not above 0, or not a number, are left
	 * out
	 * @param drift standard deviation of the machine's speed from one side to the other,
	 * as a logarithm; 0 if they ran in the same minutes
	 */
	public static Comparison unpaired(double[] baseline, double[] variant, Better better, double resolution,
			int comparisons, double drift) {
		if (!(resolution >= 0)) {
			throw new IllegalArgumentException("resolution: " + resolution + " (expected: >= 0)");
		}
		if (comparisons < 1) {
			throw new IllegalArgumentException("comparisons: " + comparisons + " (expected: >= 1)");
		}
		double[] before = logarithms(baseline);
		double[] after = logarithms(variant);
		double one = squaredError(before);
		double other = squaredError(after);
		double all = one + other + 2 * drift * drift;
		double freedom = (all > 0) ? all * all / (one * one / (before.length - 1) + other * other / (after.length - 1))
				: before.length + after.length - 2;
		return of(before, after, all, freedom, better, resolution,
				(degrees) -> Risk.of(FAMILY_ERROR / comparisons).critical(Double.NaN, degrees), null);
	}

	private static double[] logarithms(double[] values) {
		return Arrays.stream(values).filter(Comparison::isMeasured).map(Math::log).toArray();
	}

	static boolean isMeasured(double value) {
		return value > 0 && value < Double.POSITIVE_INFINITY;
	}

	private static double mean(double[] values) {
		return Arrays.stream(values).average().orElse(0);
	}

	/** Variance of the mean. */
	private static double squaredError(double[] values) {
		double mean = mean(values);
		double squares = Arrays.stream(values).map((value) -> (value - mean) * (value - mean)).sum();
		return squares / (values.length - 1) / values.length;
	}

	private static Comparison of(double[] before, double[] after, double squaredError, double degreesOfFreedom,
			Better better, double resolution, DoubleUnaryOperator quantile, @Nullable Double spread) {
		int runs = Math.min(before.length, after.length);
		double difference = (runs != 0) ? mean(after) - mean(before) : 0;
		if (runs < 2) {
			return new Comparison(runs, Math.exp(difference), null, Verdict.NO_DIFFERENCE_SHOWN, null, null);
		}
		double rounding = resolution * resolution / 12 * (1.0 / before.length + 1.0 / after.length);
		double error = Math.sqrt(squaredError + ((varies(before) || varies(after)) ? rounding : 0));
		double critical = quantile.applyAsDouble(degreesOfFreedom);
		boolean bounded = critical < Double.POSITIVE_INFINITY;
		double margin = bounded ? Math.max(critical * error, resolution) : critical;
		Interval interval = new Interval(Math.exp(difference - margin),
				Math.min(Math.exp(difference + margin), Double.MAX_VALUE));
		// A difference of less than two steps may look like one.
		double shown = bounded ? Math.max(noncentrality(critical, degreesOfFreedom) * error, 2 * resolution) : critical;
		return new Comparison(runs, Math.exp(difference), interval, verdict(interval, better),
				Math.min(Math.expm1(shown), Double.MAX_VALUE), spread);
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
			return (interval.low() >= 1 / SAME && interval.high() <= SAME) ? Verdict.SAME : Verdict.NO_DIFFERENCE_SHOWN;
		}
		boolean higher = interval.low() > 1;
		return (higher == (better == Better.HIGHER)) ? Verdict.BETTER : Verdict.WORSE;
	}

	/** What a comparison shows. No difference shown means none, or hidden by noise. */
	public enum Verdict {

		BETTER, WORSE,

		/** Less than {@value Comparison#SAME_PERCENT} % apart, if at all. */
		SAME,

		NO_DIFFERENCE_SHOWN;

		public boolean differs() {
			return this == BETTER || this == WORSE;
		}

	}

	/** Direction of a metric: higher is better for throughput, lower for latencies. */
	public enum Better {

		HIGHER, LOWER

	}

}
