package dev.grpctuning.load.engine;

/**
 * The messages of a call that is a stream. Whoever makes the call tells of them on the
 * thread of the call's channel; {@link #sent()} may be told on the thread that starts the
 * call too.
 */
public final class OpenStream {

	private final Lane lane;

	private final boolean counted;

	private final boolean serverStreams;

	private long lastNanos;

	OpenStream(Lane lane, boolean counted, boolean serverStreams) {
		this.lane = lane;
		this.counted = counted;
		this.serverStreams = serverStreams;
	}

	/**
	 * Says that a request message was handed to the transport.
	 */
	public void sent() {
		if (this.counted) {
			this.lane.messageSent();
			if (!this.serverStreams) {
				recordGap(System.nanoTime());
			}
		}
	}

	/**
	 * Says that a response message has arrived.
	 */
	public void received() {
		if (this.counted) {
			this.lane.messageReceived();
		}
		if (this.serverStreams) {
			long now = System.nanoTime();
			this.lane.heard(now);
			if (this.counted) {
				recordGap(now);
			}
		}
	}

	private void recordGap(long now) {
		if (this.lastNanos != 0) {
			this.lane.recordGap(now - this.lastNanos);
		}
		this.lastNanos = now;
	}

}
