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

	private static final double HIGHEST = 0.95;

	private Autocorrelation() {
	}

	/**
	 * Returns the number of independent units that would show the mean as exactly.
	 * <p>
	 * A few units show their correlation poorly. Their estimate is mostly too small, by
	 * about (1 + 3r) / n: Kendall, Note on Bias in the Estimation of Autocorrelation
	 * (1954). An experiment that looks after each unit ends where the estimate happens to
	 * be too small. So this adds the bias and one standard error, 1/√n, to the estimate.
	 * Without them, an error of 1 % becomes 2 % with r = 0.3 and 7 % with r = 0.6.
	 * @param units values in order of time
	 */
	public static double independentUnits(double[] units) {
		int n = units.length;
		double mean = Arrays.stream(units).average().orElse(0);
		double squares = 0;
		double products = 0;
		for (int i = 0; i < n; i++) {
			squares += (units[i] - mean) * (units[i] - mean);
			products += (i > 0) ? (units[i] - mean) * (units[i - 1] - mean) : 0;
		}
		double seen = (squares > 0) ? products / squares : 0;
		double correlation = Math.max(0, Math.min(seen + (1 + 3 * seen) / n + 1 / Math.sqrt(n), HIGHEST));
		return n * (1 - correlation) / (1 + correlation);
	}

}
