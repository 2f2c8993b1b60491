package dev.grpctuning.load.schedule;

/**
 * How the calls of an open model follow each other.
 */
public enum Arrivals {

	/**
	 * Evenly: call {@code i} is due at {@code i / rate}.
	 */
	CONSTANT,

	/**
	 * At random, as from many clients that know nothing of each other.
	 */
	POISSON;

	/**
	 * The schedule of a rate.
	 * @param callsPerSecond calls per second on the average, above 0
	 * @param seed seed of what is random
	 * @return the schedule; that of {@link #POISSON} is not safe for concurrent use
	 */
	public ArrivalSchedule at(double callsPerSecond, long seed) {
		if (!(callsPerSecond > 0) || Double.isInfinite(callsPerSecond)) {
			throw new IllegalArgumentException("callsPerSecond: " + callsPerSecond + " (expected: > 0)");
		}
		return switch (this) {
			case CONSTANT -> new ConstantArrivals(callsPerSecond);
			case POISSON -> new PoissonArrivals(callsPerSecond, seed);
		};
	}

}
