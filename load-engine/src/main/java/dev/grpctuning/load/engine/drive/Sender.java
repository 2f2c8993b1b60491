package dev.grpctuning.load.engine;

/**
 * Sends calls from one thread, over the channels in rotation, under the bound of open
 * calls.
 */
final class Sender {

	private final Lanes lanes;

	private final RunControl control;

	private final Room room;

	private final Asking asking;

	private long sent;

	private long lastSendNanos;

	Sender(Lanes lanes, RunControl control, int maxOpenCalls) {
		this.lanes = lanes;
		this.control = control;
		this.asking = new Asking(lanes::lastSignNanos);
		this.room = new Room(lanes, control, maxOpenCalls);
		this.lastSendNanos = control.nanoTime();
	}

	/**
	 * Sends a call as soon as there is room for it.
	 * @param dueNanos when it is due
	 * @return whether the run still goes on; otherwise it was not sent
	 */
	boolean send(long dueNanos) throws InterruptedException {
		if (!this.room.await()) {
			this.asking.heldUp(this.control.nanoTime());
			return false;
		}
		int channel = (int) (this.sent++ % this.lanes.all().size());
		this.lastSendNanos = this.lanes.all().get(channel).start(dueNanos);
		this.asking.sent(dueNanos, this.lastSendNanos);
		return true;
	}

	/**
	 * When the last call was sent; before that, when sending began.
	 */
	long lastSendNanos() {
		return this.lastSendNanos;
	}

	/**
	 * For how long the server was asked in vain in the end.
	 * @param lastSign when it was heard of last
	 * @return nanoseconds until the last call was due
	 */
	long silentNanos(long lastSign) {
		return this.asking.silentNanos(lastSign);
	}

}
