package dev.grpctuning.load.schedule;

import java.time.Duration;

/**
 * Turns of calls that are all due at once. Times are nanoseconds on one clock of the
 * caller's choice; nothing here reads a clock.
 *
 * @param turns number of turns, at least 1
 * @param callsPerTurn number of calls in each turn, at least 1
 * @param interval time between two turns, zero or more
 * @param pacing from where the interval is measured
 */
public record TurnSchedule(long turns, int callsPerTurn, Duration interval, Pacing pacing) {

	public TurnSchedule {
		if (turns < 1) {
			throw new IllegalArgumentException("turns: " + turns + " (expected: >= 1)");
		}
		if (callsPerTurn < 1) {
			throw new IllegalArgumentException("callsPerTurn: " + callsPerTurn + " (expected: >= 1)");
		}
		if (interval.isNegative()) {
			throw new IllegalArgumentException("interval: " + interval + " (expected: >= 0)");
		}
	}

	/**
	 * The time at which the calls of a turn are due.
	 * @param turn index of the turn, from 0
	 * @param startNanos when the first turn was due
	 * @param lastSendNanos when the last call of the turn before was sent; not used for
	 * turn 0
	 * @return the due time: {@code start + turn * interval} by schedule,
	 * {@code lastSend + interval} by pause
	 */
	public long dueNanos(long turn, long startNanos, long lastSendNanos) {
		if (turn < 0 || turn >= this.turns) {
			throw new IllegalArgumentException("turn: " + turn + " (expected: 0 to " + (this.turns - 1) + ")");
		}
		return switch (this.pacing) {
			case SCHEDULE -> startNanos + turn * this.interval.toNanos();
			case PAUSE -> (turn != 0) ? lastSendNanos + this.interval.toNanos() : startNanos;
		};
	}

	/**
	 * The same turns without an end.
	 * @return as many turns as there can be
	 */
	public TurnSchedule endless() {
		return new TurnSchedule(Long.MAX_VALUE, this.callsPerTurn, this.interval, this.pacing);
	}

	/**
	 * Whether there is a last turn.
	 * @return whether these are not {@link #endless()}
	 */
	public boolean hasEnd() {
		return this.turns != Long.MAX_VALUE;
	}

	/**
	 * How many calls all turns have together.
	 * @return turns times calls per turn
	 */
	public long totalCalls() {
		return this.turns * this.callsPerTurn;
	}

}
