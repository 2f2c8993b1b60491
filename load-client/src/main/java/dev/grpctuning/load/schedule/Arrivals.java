package dev.grpctuning.load.schedule;

/**
 * How the calls of an open model follow each other.
 */
public enum Arrivals {

	/**
	 * Evenly: call {@code i} is due when the rate has asked for {@code i} calls.
	 */
	CONSTANT,

	/**
	 * At random, as from many clients that know nothing of each other.
	 */
	POISSON;

	/**
	 * The schedule of a rate. At a constant one its due times are right to 10 ns after a
	 * year.
	 * @param rate the rate
	 * @param seed seed of what is random
	 * @return the schedule
	 */
	public ArrivalSchedule at(Rate rate, long seed) {
		return new RateArrivals(rate, switch (this) {
			case CONSTANT -> (index) -> index;
			case POISSON -> new PoissonProcess(seed);
		});
	}

}
