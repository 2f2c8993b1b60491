package dev.grpctuning.load.engine.drive;

import dev.grpctuning.load.engine.channel.RunStats;

/**
 * Sends calls from one thread over the channels in rotation, up to the limit of open
 * calls.
 */
final class Sender {

	private final RunStats stats;

	private final RunControl control;

	private final OpenCallLimit limit;

	private final StallDetector stalls;

	private long sent;

	private long lastSendNanos;

	Sender(RunStats stats, RunControl control, int maxOpenCalls) {
		this.stats = stats;
		this.control = control;
		this.stalls = new StallDetector(stats::lastSignNanos);
		this.limit = new OpenCallLimit(stats, control, maxOpenCalls);
		this.lastSendNanos = control.nanoTime();
	}

	boolean send(long dueNanos) throws InterruptedException {
		if (!this.limit.await()) {
			this.stalls.heldUp(this.control.nanoTime());
			return false;
		}
		int channel = (int) (this.sent++ % this.stats.all().size());
		this.lastSendNanos = this.stats.all().get(channel).start(dueNanos);
		this.stalls.sent(dueNanos, this.lastSendNanos);
		return true;
	}

	/**
	 * When the last call was sent, or sending began.
	 */
	long lastSendNanos() {
		return this.lastSendNanos;
	}

	long silentNanos(long lastSign) {
		return this.stalls.silentNanos(lastSign);
	}

}
