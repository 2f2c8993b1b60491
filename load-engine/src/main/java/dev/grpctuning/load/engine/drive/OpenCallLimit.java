package dev.grpctuning.load.engine;

import java.util.concurrent.TimeUnit;

/**
 * Room for calls under the bound of open calls. Used by the one thread that sends; what
 * is open is added up only when the bound may have been reached.
 */
final class Room {

	private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

	private final Lanes lanes;

	private final RunControl control;

	private final int maxOpenCalls;

	private long mayBeOpen;

	Room(Lanes lanes, RunControl control, int maxOpenCalls) {
		this.lanes = lanes;
		this.control = control;
		this.maxOpenCalls = maxOpenCalls;
	}

	/**
	 * Waits until one more call may be started, which the caller then does.
	 * @return whether the run still goes on
	 */
	boolean await() throws InterruptedException {
		while (this.mayBeOpen >= this.maxOpenCalls) {
			this.mayBeOpen = this.lanes.open();
			if (this.mayBeOpen >= this.maxOpenCalls) {
				this.control
					.heldUp("load.max-open-calls=" + this.maxOpenCalls + " was reached; sending waited for answers");
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
