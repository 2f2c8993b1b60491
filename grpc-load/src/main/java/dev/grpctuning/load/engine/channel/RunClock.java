package dev.grpctuning.load.engine.channel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The clock of a run. It starts just above 0, so that its times can be compared and 0 can
 * mean never.
 */
public interface RunClock {

	static RunClock start() {
		return new SystemClock(System.nanoTime() - 1);
	}

	long nanoTime();

	/** Converts a time of this clock to one of {@link System#nanoTime()}. */
	default long systemNanos(long nanoTime) {
		return nanoTime;
	}

	/** Waits for a time to pass or for a latch, and returns whether it was the latch. */
	default boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
		return latch.await(nanos, TimeUnit.NANOSECONDS);
	}

	default void spin() {
		Thread.onSpinWait();
	}

	/** A clock of {@link System#nanoTime()}. */
	record SystemClock(long origin) implements RunClock {

		@Override
		public long nanoTime() {
			return System.nanoTime() - this.origin;
		}

		@Override
		public long systemNanos(long nanoTime) {
			return nanoTime + this.origin;
		}

	}

}
