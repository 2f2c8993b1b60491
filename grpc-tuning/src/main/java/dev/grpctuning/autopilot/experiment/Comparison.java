package dev.grpctuning.autopilot.experiment;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.slices.Evidence;
import dev.grpctuning.slices.Interval;

/**
 * By how much a candidate is better than the present settings in one figure.
 *
 * @param gain mean of the gains
 * @param low lower bound of the gain
 * @param high upper bound of the gain
 * @param likely upper bound of the gain for giving up, which may be wrong more often
 */
record Comparison(Figure figure, double gain, double low, double high, double likely) {

	/**
	 * Probability that any interval of an experiment leaves out the truth. Half of that
	 * is on the side of a gain. So 2,000 experiments without any difference find a gain
	 * in one of five figures half a time: 2,000 * 5 * 1e-4 / 2.
	 */
	private static final double ERROR = 1e-4;

	/** Fewer batches do not show how much they vary. */
	private static final int FEWEST = 10;

	private static final Evidence EVIDENCE = new Evidence(ERROR);

	/** Batches before an experiment gives up. */
	private static final int PATIENCE = 30;

	private static final double TWO = 2;

	/** Compares the gains of batches. */
	static Comparison of(Figure figure, double[] gains, boolean planned) {
		double mean = Arrays.stream(gains).average().orElse(0);
		Interval interval = (gains.length < FEWEST) ? Interval.UNBOUNDED : EVIDENCE.interval(gains, planned);
		return new Comparison(figure, mean, interval.low(), interval.high(),
				(gains.length < PATIENCE) ? Double.POSITIVE_INFINITY : mean + TWO * standardError(gains, mean));
	}

	private static double standardError(double[] gains, double mean) {
		double variance = Arrays.stream(gains).map((gain) -> (gain - mean) * (gain - mean)).sum() / (gains.length - 1);
		return Math.sqrt(variance / gains.length);
	}

	/** Whether the candidate is better, by as much as is worth a change. */
	boolean isBetter() {
		return this.low > 0 && this.gain >= this.figure.worth();
	}

	/** Whether the candidate is worse, by as much as would be worth a change. */
	boolean isWorse() {
		return this.high < 0 && this.gain <= -this.figure.worth();
	}

	/** Whether the candidate is hardly better by as much as is worth a change. */
	boolean isHardlyBetter() {
		return this.likely < this.figure.worth();
	}

	/** The same as a change of the figure. */
	Difference shown() {
		double low = change(this.low);
		double high = change(this.high);
		return new Difference(this.figure, change(this.gain), bound(Math.min(low, high)), bound(Math.max(low, high)));
	}

	private double change(double gain) {
		boolean more = this.figure.isMoreBetter();
		return (this.figure == Figure.OUTSIDE) ? rounded(-100 * gain) : rounded(100 * Math.expm1(more ? gain : -gain));
	}

	/** In hundredths of a percent, and without a negative zero. */
	private static double rounded(double percent) {
		return Double.isFinite(percent) ? Math.rint(100 * percent) / 100 + 0.0 : percent;
	}

	private static @Nullable Double bound(double percent) {
		return (Double.isFinite(percent) && percent > -100) ? percent : null;
	}

}
