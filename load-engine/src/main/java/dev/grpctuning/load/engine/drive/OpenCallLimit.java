package dev.grpctuning.load.engine.drive;

import java.util.concurrent.TimeUnit;

import dev.grpctuning.load.engine.channel.RunStats;

/**
 * Waits while as many calls are open as are allowed. Used by the sending thread; open
 * calls are counted only when the limit may be reached.
 */
final class OpenCallLimit {

	private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

	private final RunStats stats;

	private final RunControl control;

	private final int maxOpenCalls;

	private long mayBeOpen;

	OpenCallLimit(RunStats stats, RunControl control, int maxOpenCalls) {
		this.stats = stats;
		this.control = control;
		this.maxOpenCalls = maxOpenCalls;
	}

	/**
	 * Waits until one more call may be started, or the run is stopped.
	 */
	boolean await() throws InterruptedException {
		while (this.mayBeOpen >= this.maxOpenCalls) {
			this.mayBeOpen = this.stats.open();
			if (this.mayBeOpen >= this.maxOpenCalls) {
				this.control.saturatedNow(
						"load.max-open-calls=" + this.maxOpenCalls + " was reached; sending waited for answers");
				this.control.waitUntil(this.control.nanoTime() + POLL_NANOS);
			}
			if (!this.control.running()) {
				return false;
			}
		}
		this.mayBeOpen++;
		return this.control.running();
	}

}
