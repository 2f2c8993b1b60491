package dev.grpctuning.load.schedule;

import java.util.function.LongToDoubleFunction;

/**
 * Calls at a rate: a process of one call per second on average whose time the rate
 * stretches. From a Poisson process of rate 1 this makes one of any rate (Cox and Lewis,
 * <i>The Statistical Analysis of Series of Events</i>, 1966, section 2.3).
 */
record RateArrivals(Rate rate, LongToDoubleFunction process) implements ArrivalSchedule {

	@Override
	public long dueNanos(long index) {
		return Math.round(this.rate.secondsAt(this.process.applyAsDouble(index)) * 1e9);
	}

}
