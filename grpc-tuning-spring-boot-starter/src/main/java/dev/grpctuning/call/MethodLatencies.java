package dev.grpctuning.call;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Relates the time of a call to the least that its method takes, so that one algorithm
 * can follow fast and slow methods. The least rises slowly towards what calls take now,
 * with a time constant of a minute. Safe for use by several threads.
 */
final class MethodLatencies {

	private static final double TIME_CONSTANT_NANOS = TimeUnit.MINUTES.toNanos(1);

	/** A method without an answer for so long may have become faster meanwhile. */
	private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** What a call takes that waits for nothing. */
	private static final long UNIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final Map<String, Least> byMethod = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	MethodLatencies(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Returns a millisecond times the ratio of a time to the least of its method.
	 * @param answered whether the call was answered; another one may end at once, and
	 * does not change the least
	 */
	long normalize(String method, long nanos, boolean answered) {
		long least = answered ? this.byMethod.computeIfAbsent(method, (name) -> new Least()).update(Math.max(1, nanos))
				: least(method);
		double ratio = (least > 0) ? (double) nanos / least : 1;
		return (long) Math.min(Long.MAX_VALUE, UNIT_NANOS * Math.max(1, ratio));
	}

	/** Least time of a method in nanoseconds, 0 if it is not known. */
	long least(String method) {
		Least least = this.byMethod.get(method);
		return (least != null) ? least.get() : 0;
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

	private long now() {
		return this.nanoTime.getAsLong();
	}

	private final class Least {

		private double nanos = Double.MAX_VALUE;

		private long updated = now();

		private long retried = this.updated;

		synchronized long update(long sample) {
			long now = now();
			double elapsed = Math.max(0, now - this.updated);
			this.updated = now;
			this.retried = now;
			this.nanos = (sample < this.nanos) ? sample
					: this.nanos + (sample - this.nanos) * (1 - Math.exp(-elapsed / TIME_CONSTANT_NANOS));
			return Math.max(1, (long) this.nanos);
		}

		synchronized boolean exceeds(long leftNanos) {
			if (leftNanos >= get()) {
				return false;
			}
			long now = now();
			if (now - this.retried < RETRY_NANOS) {
				return true;
			}
			this.retried = now;
			return false;
		}

		/** 0 until the first sample. */
		synchronized long get() {
			return (this.nanos < Double.MAX_VALUE) ? (long) this.nanos : 0;
		}

	}

}
