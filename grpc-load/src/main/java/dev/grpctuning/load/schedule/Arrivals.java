package dev.grpctuning.load.schedule;

import java.time.Duration;
import java.util.function.LongToDoubleFunction;

/** How the calls of an open model arrive. */
public enum Arrivals {

	/** Evenly: call {@code i} is due when the rate has asked for {@code i} calls. */
	CONSTANT,

	/** At random, as from many independent clients. */
	POISSON;

	/** The endless schedule of a rate; a constant one is right to 10 ns after a year. */
	public ArrivalSchedule at(Rate rate, long seed) {
		return at(rate, seed, Double.POSITIVE_INFINITY);
	}

	/** The schedule of a rate for a time, its number of calls rounded to the nearest. */
	public ArrivalSchedule at(Rate rate, long seed, Duration length) {
		return at(rate, seed, rate.callsBefore(length.toNanos() / 1e9));
	}

	/**
	 * A process of one call per second on average whose time the rate stretches. From a
	 * Poisson process of rate 1 this makes one of any rate (Cox and Lewis, <i>The
	 * Statistical Analysis of Series of Events</i>, 1966, section 2.3).
	 */
	private ArrivalSchedule at(Rate rate, long seed, double calls) {
		LongToDoubleFunction process = switch (this) {
			case CONSTANT -> (index) -> index;
			case POISSON -> new PoissonProcess(seed, calls);
		};
		return (index) -> Math.round(rate.secondsAt(process.applyAsDouble(index)) * 1e9);
	}

}
