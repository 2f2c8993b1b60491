package dev.grpctuning.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Fastest calls of each method in the last one or two minutes, from the start of the
 * handler to the end. The wait for a thread does not count: it depends on the load. Safe
 * for use by several threads.
 */
final class MethodDurations {

	private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

	/** A method without an answer for so long may have become faster meanwhile. */
	private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Map<String, Least> byMethod = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	MethodDurations(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Records an answered call. Another one may have ended before its handler was done.
	 */
	void record(String method, long nanos) {
		Least known = this.byMethod.get(method);
		((known != null) ? known : this.byMethod.computeIfAbsent(method, (name) -> new Least())).record(nanos);
	}

	/**
	 * Whether a call of a method takes longer than the time that is left. Returns
	 * {@code false} for one call per second while no call of the method is answered, to
	 * find out what it takes now.
	 */
	boolean exceeds(String method, long leftNanos) {
		Least least = this.byMethod.get(method);
		return leftNanos < 0 || (least != null && least.exceeds(leftNanos));
	}

	private final class Least {

		private long present = Long.MAX_VALUE;

		private long previous = Long.MAX_VALUE;

		private long began = MethodDurations.this.nanoTime.getAsLong();

		private long retried = this.began;

		synchronized void record(long nanos) {
			long now = MethodDurations.this.nanoTime.getAsLong();
			if (now - this.began >= PERIOD_NANOS) {
				this.previous = (now - this.began < 2 * PERIOD_NANOS) ? this.present : Long.MAX_VALUE;
				this.present = Long.MAX_VALUE;
				this.began = now;
			}
			this.present = Math.min(this.present, nanos);
			this.retried = now;
		}

		synchronized boolean exceeds(long leftNanos) {
			if (leftNanos >= Math.min(this.present, this.previous)) {
				return false;
			}
			long now = MethodDurations.this.nanoTime.getAsLong();
			if (now - this.retried < RETRY_NANOS) {
				return true;
			}
			this.retried = now;
			return false;
		}

	}

}
