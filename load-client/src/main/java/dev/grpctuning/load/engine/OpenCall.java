package dev.grpctuning.load.engine;

import io.grpc.Status;

/**
 * A call that was started and has not ended. Whoever makes the call says how it ended, by
 * exactly one of the two methods and on the thread of the call's channel.
 */
public final class OpenCall {

	private final Lane lane;

	private final long dueNanos;

	private long sentNanos;

	private final boolean counted;

	OpenCall(Lane lane, long dueNanos, long sentNanos, boolean counted) {
		this.lane = lane;
		this.dueNanos = dueNanos;
		this.sentNanos = sentNanos;
		this.counted = counted;
	}

	/**
	 * Says that the call is only sent now: its thread had to wait for its turn.
	 */
	public void sentNow() {
		this.sentNanos = System.nanoTime();
		this.lane.sent(this);
	}

	/**
	 * Begins to count the messages of a call that is a stream.
	 * @param serverStreams whether the server sends several messages, so that the time
	 * between two of its messages is of interest; otherwise it is that between two
	 * requests
	 * @return told of the messages
	 */
	public OpenStream stream(boolean serverStreams) {
		return new OpenStream(this.lane, this.counted, serverStreams);
	}

	/**
	 * Says that the call was answered with status OK.
	 */
	public void succeeded() {
		this.lane.succeeded(this);
	}

	/**
	 * Says that the call ended otherwise.
	 * @param status its status
	 */
	public void failed(Status status) {
		this.lane.failed(this, status);
	}

	long dueNanos() {
		return this.dueNanos;
	}

	long sentNanos() {
		return this.sentNanos;
	}

	boolean counted() {
		return this.counted;
	}

}
