package dev.grpctuning.load.schedule;

/**
 * Calls of a rate. A process says where a call is in a stream of one call per second on
 * the average; the rate stretches and squeezes the time of this stream. Applied to a
 * Poisson process of rate 1 this gives the Poisson process of any rate: its time change
 * (Cox and Lewis, <i>The Statistical Analysis of Series of Events</i>, 1966, section
 * 2.3).
 *
 * @param rate the rate
 * @param process where calls are at a rate of 1
 */
record RateArrivals(Rate rate, UnitProcess process) implements ArrivalSchedule {

	@Override
	public long dueNanos(long index) {
		if (index < 0) {
			throw new IllegalArgumentException("index: " + index + " (expected: >= 0)");
		}
		return Math.round(this.rate.secondsAt(this.process.position(index)) * 1e9);
	}

	/**
	 * A stream of one call per second on the average.
	 */
	@FunctionalInterface
	interface UnitProcess {

		/**
		 * When a call comes.
		 * @param index index of the call, from 0
		 * @return seconds since the stream began, 0 for the first call
		 */
		double position(long index);

	}

}
