package dev.grpctuning.load.engine;

import java.util.function.LongSupplier;

/**
 * For how long a server is asked by calls that are sent when they are due, whether or not
 * it answers. A time in which no call is due, however long, is no silence of a server
 * that answered before. Used by the one thread that sends.
 */
final class Asking {

	/**
	 * A silence has at least so many times at which calls are due: those of one or two
	 * may be lost by chance.
	 */
	private static final int FEWEST = 4;

	/**
	 * So long a time without a call is a pause.
	 */
	private static final long PAUSE_NANOS = 250_000_000;

	private final LongSupplier lastSign;

	/**
	 * When the calls of the last due times were sent, the oldest of them next.
	 */
	private final long[] recent = new long[FEWEST];

	private long times;

	private long dueNanos;

	private long sinceNanos;

	private long untilNanos;

	/**
	 * Begins before the first call.
	 * @param lastSign says when the server was heard of last; asked after pauses
	 */
	Asking(LongSupplier lastSign) {
		this.lastSign = lastSign;
	}

	/**
	 * Says that a call is sent.
	 * @param due when it is due
	 * @param now when it is sent
	 */
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

	/**
	 * Says that a call is due that must not be sent yet.
	 */
	void heldUp(long now) {
		this.untilNanos = now;
	}

	/**
	 * For how long the server was asked in vain in the end.
	 * @param heard when it was heard of last
	 * @return nanoseconds until the last call was sent, 0 if those are too few calls
	 */
	long silentNanos(long heard) {
		long since = Math.max(heard, this.sinceNanos);
		boolean enough = this.times >= FEWEST && this.recent[(int) (this.times % FEWEST)] - since >= 0;
		return enough ? this.untilNanos - since : 0;
	}

}
