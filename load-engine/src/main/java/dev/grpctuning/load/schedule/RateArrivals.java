package dev.grpctuning.load.schedule;

/**
 * Calls at a rate: a process of one call per second whose time the rate stretches. From a
 * Poisson process of rate 1 this makes one of any rate (Cox and Lewis, <i>The Statistical
 * Analysis of Series of Events</i>, 1966, section 2.3).
 */
record RateArrivals(Rate rate, UnitProcess process) implements ArrivalSchedule {

	@Override
	public long dueNanos(long index) {
		return Math.round(this.rate.secondsAt(this.process.position(index)) * 1e9);
	}

	/**
	 * A stream of one call per second on average.
	 */
	@FunctionalInterface
	interface UnitProcess {

		double position(long index);

	}

}
