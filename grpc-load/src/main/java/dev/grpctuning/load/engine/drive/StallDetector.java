package dev.grpctuning.load.engine.drive;

import java.util.function.LongSupplier;

/**
 * Measures how long calls were sent without a sign of life from the server. A pause of
 * the plan, however long, does not count as silence if the server answered before it.
 * Used by the sending thread.
 */
final class StallDetector {

	/** Due times that a silence contains at least; fewer may be lost by chance. */
	private static final int FEWEST = 4;

	/** Time without a call that counts as a pause. */
	private static final long PAUSE_NANOS = 250_000_000;

	private final LongSupplier lastSign;

	/** When the calls of the last due times were sent, oldest next. */
	private final long[] recent = new long[FEWEST];

	private long times;

	private long dueNanos;

	private long sinceNanos;

	private long untilNanos;

	StallDetector(LongSupplier lastSign) {
		this.lastSign = lastSign;
	}

	void sent(long due, long now) {
		boolean pause = now - this.untilNanos >= PAUSE_NANOS;
		if (this.times == 0 || pause && this.lastSign.getAsLong() - this.untilNanos >= 0) {
			this.sinceNanos = now;
			this.times = 0;
		}
		if (this.times == 0 || pause || due != this.dueNanos) {
			this.recent[(int) (this.times++ % FEWEST)] = now;
		}
		this.dueNanos = due;
		this.untilNanos = now;
	}

	/** A call is due that must not be sent yet. */
	void heldUp(long now) {
		this.untilNanos = now;
	}

	/** How long the server was silent at the end, given its last sign of life. */
	long silentNanos(long heard) {
		long since = Math.max(heard, this.sinceNanos);
		boolean enough = this.times >= FEWEST && this.recent[(int) (this.times % FEWEST)] - since >= 0;
		return enough ? this.untilNanos - since : 0;
	}

}
