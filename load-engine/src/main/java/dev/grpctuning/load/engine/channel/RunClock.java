package dev.grpctuning.load.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The clock of a run, and waiting by it.
 */
interface RunClock {

	/**
	 * The clock of {@link System#nanoTime()}.
	 */
	RunClock SYSTEM = new RunClock() {

		@Override
		public long nanoTime() {
			return System.nanoTime();
		}

		@Override
		public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
			return latch.await(nanos, TimeUnit.NANOSECONDS);
		}

		@Override
		public void spin() {
			Thread.onSpinWait();
		}

	};

	/**
	 * What time it is.
	 * @return nanoseconds since whenever
	 */
	long nanoTime();

	/**
	 * Waits for a time to pass or for a latch.
	 * @param latch the latch
	 * @param nanos the time
	 * @return whether it was the latch
	 */
	boolean await(CountDownLatch latch, long nanos) throws InterruptedException;

	/**
	 * Lets some nanoseconds pass.
	 */
	void spin();

}
