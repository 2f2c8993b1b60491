package dev.grpctuning.load.compare.slices;

import java.util.concurrent.TimeUnit;

/**
 * Turns at fixed times.
 *
 * @param startNanos start of the first slice by {@link System#nanoTime()}
 * @param sliceNanos length of a slice
 */
record TimedTurns(long startNanos, long sliceNanos) implements Turns {

	/** A tenth of a slice may be lost: its beginning does not count. */
	private static final int LATE_PART = 10;

	@Override
	public boolean await(long slice) throws InterruptedException {
		long due = this.startNanos + slice * this.sliceNanos;
		long left = due - System.nanoTime();
		if (left > 0) {
			TimeUnit.NANOSECONDS.sleep(left);
		}
		return System.nanoTime() - due <= this.sliceNanos / LATE_PART;
	}

}
