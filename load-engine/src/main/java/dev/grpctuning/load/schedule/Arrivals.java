package dev.grpctuning.load.schedule;

import java.time.Duration;

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
	 * The schedule of a rate that has no end. At a constant one its due times are right
	 * to 10 ns after a year.
	 * @param rate the rate
	 * @param seed seed of what is random
	 * @return the schedule
	 */
	public ArrivalSchedule at(Rate rate, long seed) {
		return at(rate, seed, Double.POSITIVE_INFINITY);
	}

	/**
	 * The schedule of a rate for a time, in which as many calls are due as the rate asks
	 * for, to the nearest number.
	 * @param rate the rate
	 * @param seed seed of what is random
	 * @param length the time
	 * @return the schedule, which has calls after that time too
	 */
	public ArrivalSchedule at(Rate rate, long seed, Duration length) {
		return at(rate, seed, rate.callsBefore(length.toNanos() / 1e9));
	}

	private ArrivalSchedule at(Rate rate, long seed, double calls) {
		return new RateArrivals(rate, switch (this) {
			case CONSTANT -> (index) -> index;
			case POISSON -> new PoissonProcess(seed, calls);
		});
	}

}
