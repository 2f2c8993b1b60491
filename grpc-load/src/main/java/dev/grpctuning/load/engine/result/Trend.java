package dev.grpctuning.load.engine.result;

import java.util.Arrays;

/**
 * Change of a figure from one interval to the next, as the bounds of a 90 % confidence
 * interval. It is the slope of the Theil–Sen line, the median of the slopes between any
 * two intervals, with the confidence interval of Sen (1968) from the distribution of
 * Kendall's S. A few outliers, such as an interval with a garbage collection, move
 * neither.
 */
public record Trend(double lowest, double highest) {

	/** 95th percentile of the normal distribution. */
	private static final double Z = 1.645;

	/** The trend of two figures or more. */
	public static Trend of(double... figures) {
		double[] slopes = slopes(figures);
		double around = Z * standardDeviationOfS(figures.length);
		int lowest = (int) Math.max(0, Math.floor((slopes.length - around) / 2));
		return new Trend(slopes[lowest], slopes[slopes.length - 1 - lowest]);
	}

	/**
	 * Of Kendall's S, the rising pairs less the falling ones, where there is no trend.
	 */
	private static double standardDeviationOfS(int count) {
		return Math.sqrt(count * (count - 1) * (2 * count + 5) / 18.0);
	}

	/** Slopes between any two figures, in ascending order. */
	private static double[] slopes(double[] figures) {
		double[] slopes = new double[figures.length * (figures.length - 1) / 2];
		int count = 0;
		for (int later = 1; later < figures.length; later++) {
			for (int earlier = 0; earlier < later; earlier++) {
				slopes[count++] = (figures[later] - figures[earlier]) / (later - earlier);
			}
		}
		Arrays.sort(slopes);
		return slopes;
	}

}
