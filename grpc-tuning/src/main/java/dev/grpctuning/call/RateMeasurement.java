package dev.grpctuning.call;

import java.util.concurrent.TimeUnit;

/**
 * Measures answers per second while a limit has one value. It lasts until enough calls
 * have ended, in {@value #PARTS} parts. If the limit refused nothing in one of them, then
 * the load was too low to show anything, such as at the end of a burst.
 */
final class RateMeasurement {

	/** The standard error of the rate is then 5 %, if durations are exponential. */
	private static final int CALLS = 400;

	private static final int PARTS = 4;

	private static final long SHORTEST_PART_NANOS = TimeUnit.MILLISECONDS.toNanos(250) / PARTS;

	/** If fewer calls are answered, then a part ends after so many times as many. */
	private static final int FEW_ANSWERED = 16;

	/** Share of refused calls that is overload. */
	private static final double OVERLOAD = 0.02;

	private int callsPerPart;

	private int parts;

	private int endedInPart;

	private int answeredInPart;

	private long ended;

	private long answered;

	private long began;

	private long partBegan;

	private long refusedAtBegin;

	private long refusedAtPart;

	private long took;

	/**
	 * Begins a measurement.
	 * @param calls minimum number of calls
	 * @param refused calls that the limit has refused so far
	 */
	void begin(int calls, long now, long refused) {
		this.callsPerPart = Math.max(CALLS, calls) / PARTS;
		this.parts = 0;
		this.endedInPart = 0;
		this.answeredInPart = 0;
		this.ended = 0;
		this.answered = 0;
		this.began = now;
		this.partBegan = now;
		this.refusedAtBegin = refused;
		this.refusedAtPart = refused;
	}

	/** Counts a call that has ended. Returns whether enough have for a part. */
	boolean endsPart(boolean wasAnswered) {
		this.endedInPart++;
		this.answeredInPart += wasAnswered ? 1 : 0;
		return this.endedInPart >= this.callsPerPart
				&& (this.answeredInPart >= CALLS / PARTS || this.endedInPart >= FEW_ANSWERED * CALLS / PARTS);
	}

	/** Ends a part unless it was too short, and perhaps the measurement. */
	State endPart(long now, long refused) {
		if (now - this.partBegan < SHORTEST_PART_NANOS) {
			return State.INCOMPLETE;
		}
		if (refused == this.refusedAtPart) {
			return State.QUIET;
		}
		this.ended += this.endedInPart;
		this.answered += this.answeredInPart;
		this.endedInPart = 0;
		this.answeredInPart = 0;
		this.partBegan = now;
		this.refusedAtPart = refused;
		if (++this.parts < PARTS) {
			return State.INCOMPLETE;
		}
		this.took = now - this.began;
		long refusedHere = refused - this.refusedAtBegin;
		return (refusedHere >= OVERLOAD * (refusedHere + this.ended)) ? State.OVERLOADED : State.QUIET;
	}

	/** Answers per nanosecond. */
	double rate() {
		return (double) this.answered / this.took;
	}

	enum State {

		INCOMPLETE,

		/** The limit refused next to nothing in the whole measurement, or in a part. */
		QUIET,

		OVERLOADED

	}

}
