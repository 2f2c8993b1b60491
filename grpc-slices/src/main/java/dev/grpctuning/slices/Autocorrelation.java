package dev.grpctuning.slices;

import java.util.Arrays;

/**
 * Finds how many independent units would show as much as units that depend on each other.
 * <p>
 * Units that follow each other are alike, because what slows down a machine takes longer
 * than a unit. So their mean varies more than that of independent units. The variance is
 * (1 + r) / (1 - r) times as large, with r the correlation of neighbours, if the units
 * are an autoregressive process of the first order. Bartlett, On the Theoretical
 * Specification and Sampling Properties of Autocorrelated Time-Series (1946).
 */
public final class Autocorrelation {

	private static final double HIGHEST = 0.7;

	/** So many units in a row that are alike look like a drift. */
	private static final double DRIFT = 6;

	private Autocorrelation() {
	}

	/**
	 * Returns the number of independent units that would show the mean as exactly.
	 * <p>
	 * Units that rise or fall steadily, as while one variant still warms up, are not
	 * alike by chance. The correlation is therefore taken of their distances from a
	 * straight line.
	 * <p>
	 * A few units show their correlation poorly. Their estimate is mostly too small, by
	 * about (2 + 4r) / n: Tjøstheim and Paulsen, Bias of Some Commonly-Used Time Series
	 * Estimates (1983). An experiment that looks after each unit ends where the estimate
	 * happens to be too small. So this adds the bias and one standard error, 1/√n, to the
	 * estimate. In 2,000 simulated experiments of 90 units with an error of 1 %, 0.3 %
	 * are wrong with r = 0.15, 0.6 % with r = 0.3, and 1.6 % with r = 0.6.
	 * <p>
	 * A drift that is not straight also makes neighbours alike, and a few units would
	 * count for less than one. So a correlation above 0.7 is believed only if there are
	 * more than 20 units. In simulated experiments this changes no error.
	 * @param units values in order of time
	 */
	public static double independentUnits(double[] units) {
		int n = units.length;
		double[] left = withoutLine(units);
		double squares = 0;
		double products = 0;
		for (int i = 0; i < n; i++) {
			squares += left[i] * left[i];
			products += (i > 0) ? left[i] * left[i - 1] : 0;
		}
		double seen = (squares > 0) ? products / squares : 0;
		double correlation = Math.max(0,
				Math.min(seen + (2 + 4 * seen) / n + 1 / Math.sqrt(n), Math.max(HIGHEST, 1 - DRIFT / n)));
		return n * (1 - correlation) / (1 + correlation);
	}

	/** Distances from the straight line of least squares. */
	private static double[] withoutLine(double[] units) {
		double middle = (units.length - 1) / 2.0;
		double mean = Arrays.stream(units).average().orElse(0);
		double products = 0;
		double squares = 0;
		for (int i = 0; i < units.length; i++) {
			products += (i - middle) * (units[i] - mean);
			squares += (i - middle) * (i - middle);
		}
		double slope = (squares > 0) ? products / squares : 0;
		double[] left = new double[units.length];
		Arrays.setAll(left, (i) -> units[i] - mean - slope * (i - middle));
		return left;
	}

}
