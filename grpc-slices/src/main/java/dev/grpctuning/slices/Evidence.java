package dev.grpctuning.slices;

import java.util.Arrays;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Confidence intervals of an experiment that may stop after each unit. All of them
 * together contain the true mean with a probability of 1 - error.
 * <p>
 * A share of the error is for looks during the experiment, by a
 * {@link ConfidenceSequence}. The rest is for Student's t-interval at the planned end,
 * which is narrower. Each part is spent whether or not the other is, so both together
 * keep the error.
 * <p>
 * With halves and a total error of 1 %, simulated experiments of 90 and 180 units find an
 * effect of 0.52 and 0.34 standard deviations of a unit, with a power of 80 %. This
 * effect is 7 % larger than with the t-test alone, and 16 % smaller than with the
 * sequence alone. An effect of twice that size ends the experiments after 36 and 60
 * units. With a fifth for looks, this takes a fifth longer, and the smallest effect is
 * smaller by 4 %.
 *
 * @param error probability of a wrong verdict that is accepted
 * @param tightest number of units at which the sequence is tightest
 * @param looks share of the error that all looks before the planned end have together
 */
public record Evidence(double error, double tightest, double looks) {

	private static final double HALF = 0.5;

	public Evidence {
		if (!(error > 0 && error < 1)) {
			throw new IllegalArgumentException("error: " + error + " (expected: > 0 and < 1)");
		}
		if (!(looks > 0 && looks < 1)) {
			throw new IllegalArgumentException("looks: " + looks + " (expected: > 0 and < 1)");
		}
	}

	/** For batches of slices, with half of the error for looks. */
	public Evidence(double error) {
		this(error, ConfidenceSequence.TIGHTEST, HALF);
	}

	/**
	 * Returns the interval of the mean, corrected for the {@link Autocorrelation} of the
	 * units.
	 * @param units values in order of time, such as logarithms of ratios
	 * @param planned whether the experiment has reached its planned end
	 * @return an interval without bounds if there are too few units
	 */
	public Interval interval(double[] units, boolean planned) {
		double independent = Autocorrelation.independentUnits(units);
		double critical = critical(independent, independent - 1, planned);
		if (critical == Double.POSITIVE_INFINITY) {
			return Interval.UNBOUNDED;
		}
		double mean = Arrays.stream(units).average().orElse(0);
		double variance = Arrays.stream(units).map((unit) -> (unit - mean) * (unit - mean)).sum() / (units.length - 1);
		double margin = critical * Math.sqrt(variance / independent);
		return new Interval(mean - margin, mean + margin);
	}

	/**
	 * Returns half of the width of an interval in standard errors of the mean.
	 * @param units number of independent units
	 * @param freedom degrees of freedom of the variance
	 * @param planned whether the experiment has reached its planned end
	 * @return infinity if there are too few units
	 */
	public double critical(double units, double freedom, boolean planned) {
		if (!planned) {
			return new ConfidenceSequence(this.looks * this.error, this.tightest).critical(units, freedom);
		}
		return (freedom > 0) ? TDistribution.of(freedom).inverseSurvivalProbability((1 - this.looks) * this.error / 2)
				: Double.POSITIVE_INFINITY;
	}

}
