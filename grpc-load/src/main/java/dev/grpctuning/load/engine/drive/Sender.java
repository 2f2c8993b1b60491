package dev.grpctuning.load.engine.drive;

import java.util.concurrent.TimeUnit;

import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;

/**
 * Sends calls from one thread over the channels in rotation. It waits at the maximum
 * number of open calls. To save time, it counts them only when the maximum may have been
 * reached.
 */
final class Sender {

	private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

	private final RunStats stats;

	private final RunControl control;

	private final int maxOpenCalls;

	private final Saturation saturation;

	private final StallDetector stalls;

	private long mayBeOpen;

	private long sent;

	private long lastSendNanos;

	Sender(RunStats stats, RunControl control, int maxOpenCalls) {
		this.stats = stats;
		this.control = control;
		this.maxOpenCalls = maxOpenCalls;
		this.saturation = new Saturation(Saturation.Cause.OPEN_CALLS,
				"load.max-open-calls=" + maxOpenCalls + " was reached; sending waited for answers");
		this.stalls = new StallDetector(stats::lastSignNanos);
		this.lastSendNanos = control.nanoTime();
	}

	/** Sends a call as soon as it is allowed, and returns whether the run continues. */
	boolean send(long dueNanos) throws InterruptedException {
		if (!awaitRoom()) {
			this.stalls.heldUp(this.control.nanoTime());
			return false;
		}
		int channel = (int) (this.sent++ % this.stats.all().size());
		this.lastSendNanos = this.stats.all().get(channel).start(dueNanos);
		this.stalls.sent(dueNanos, this.lastSendNanos);
		return true;
	}

	private boolean awaitRoom() throws InterruptedException {
		while (this.mayBeOpen >= this.maxOpenCalls) {
			this.mayBeOpen = this.stats.open();
			if (this.mayBeOpen >= this.maxOpenCalls) {
				this.control.saturatedNow(this.saturation);
				this.control.waitUntil(this.control.nanoTime() + POLL_NANOS);
			}
			if (!this.control.running()) {
				return false;
			}
		}
		this.mayBeOpen++;
		return this.control.running();
	}

	/** When the last call was sent, or sending began. */
	long lastSendNanos() {
		return this.lastSendNanos;
	}

	long silentNanos(long lastSign) {
		return this.stalls.silentNanos(lastSign);
	}

}
