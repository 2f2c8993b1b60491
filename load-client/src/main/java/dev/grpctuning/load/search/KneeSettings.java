package dev.grpctuning.load.search;

/**
 * How a knee is searched for.
 *
 * @param lowest rate below which none is tried
 * @param step factor between rates until the knee is between two of them, above 1
 * @param precision how close to the knee the search must come, as a share of the rate
 * @param votes trials that must agree about a rate: of 2 or 3 trials 2, of one trial 1
 */
public record KneeSettings(double start, double lowest, double highest, double step, double precision, int votes) {

	/** Doubles or halves the rate by the majority of two or three trials. */
	public static KneeSettings confirmed(double start, double highest, double precision) {
		return new KneeSettings(start, start / 1024, highest, 2, precision, 2);
	}

}
