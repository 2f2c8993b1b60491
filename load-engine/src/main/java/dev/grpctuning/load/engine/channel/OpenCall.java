package dev.grpctuning.load.engine;

import io.grpc.Status;

/**
 * A call that was started and has not ended. Whoever makes the call says how it ended, by
 * exactly one of {@link #succeeded()}, {@link #failed} and {@link #cancelled()} and on
 * the thread of the call's channel.
 */
public sealed class OpenCall permits AwaitedCall {

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
	 * Whether the thread that starts the call waits for its end anyway, so that the call
	 * may block that thread.
	 * @return whether starting the call may take until it has ended
	 */
	public boolean isAwaited() {
		return false;
	}

	/**
	 * Says that the call was sent as soon as it was started.
	 */
	public void sentAtOnce() {
		this.lane.sent(this);
	}

	/**
	 * Says that the call is only sent now: its thread had to wait for its turn.
	 */
	public void sentNow() {
		this.sentNanos = this.lane.nanoTime();
		this.lane.sent(this);
	}

	/**
	 * Says that the call, which was said to be sent, leaves only now, because the server
	 * let it wait: its service time runs from now. That is no lag of the sender.
	 */
	public void heldUntilNow() {
		this.sentNanos = this.lane.nanoTime();
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

	/**
	 * Says that the client itself has cancelled the call, as the plan has it. That is no
	 * failure.
	 */
	public void cancelled() {
		this.lane.cancelled(this);
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
