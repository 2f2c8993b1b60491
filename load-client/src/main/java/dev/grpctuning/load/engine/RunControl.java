package dev.grpctuning.load.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Whether a run goes on, and what is to be said of it in the end.
 */
final class RunControl {

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final AtomicReference<@Nullable StopReason> stoppedBy = new AtomicReference<>();

	private final AtomicReference<@Nullable String> limitedBy = new AtomicReference<>();

	void stop(StopReason reason) {
		this.stoppedBy.compareAndSet(null, reason);
		this.stopped.countDown();
	}

	boolean running() {
		return this.stopped.getCount() != 0;
	}

	void limited(String reason) {
		this.limitedBy.compareAndSet(null, reason);
	}

	/**
	 * Waits for a time to come.
	 * @param nanoTime the time, on the clock of {@link System#nanoTime()}
	 * @return whether the run still goes on
	 */
	boolean waitUntil(long nanoTime) throws InterruptedException {
		long wait = nanoTime - System.nanoTime();
		return (wait <= 0) ? running() : !this.stopped.await(wait, TimeUnit.NANOSECONDS);
	}

	@Nullable StopReason stoppedBy() {
		return this.stoppedBy.get();
	}

	@Nullable String limitedBy() {
		return this.limitedBy.get();
	}

}
