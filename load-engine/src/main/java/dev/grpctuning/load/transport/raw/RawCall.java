package dev.grpctuning.load.engine.raw;

import java.util.concurrent.Future;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.OpenCall;

/**
 * One call from its start to its end. All of it belongs to the event loop of its channel,
 * once the call has been handed over to it.
 */
final class RawCall extends Linked<RawCall> {

	private final OpenCall told;

	private final long number;

	private final RequestContent content;

	private final @Nullable CallMessages messages;

	private final long deadlineNanos;

	private @Nullable Future<?> cancelTimer;

	private boolean cancelledAsPlanned;

	private @Nullable Connection connection;

	private int streamId;

	private @Nullable ResponseReader response;

	private @Nullable RequestBody body;

	private int receivedBytes;

	private boolean held;

	private boolean sent;

	private boolean ended;

	/**
	 * Prepares a call.
	 * @param told told how it ended
	 * @param number its number in the run, if that matters
	 * @param content what it sends
	 * @param messages told of its messages, or {@code null} if it is no stream
	 * @param deadlineNanos when its deadline is, if it has one
	 */
	RawCall(OpenCall told, long number, RequestContent content, @Nullable CallMessages messages, long deadlineNanos) {
		this.told = told;
		this.number = number;
		this.content = content;
		this.messages = messages;
		this.deadlineNanos = deadlineNanos;
	}

	OpenCall told() {
		return this.told;
	}

	long number() {
		return this.number;
	}

	RequestContent content() {
		return this.content;
	}

	/**
	 * Told of the messages, or {@code null} if the call is no stream.
	 */
	@Nullable CallMessages messages() {
		return this.messages;
	}

	boolean hasCancelTimer() {
		return this.cancelTimer != null;
	}

	/**
	 * Names the timer that will cancel the call, as the plan has it.
	 */
	void setCancelTimer(Future<?> timer) {
		this.cancelTimer = timer;
	}

	/**
	 * Says that the call ends because the plan has it cancelled.
	 */
	void cancelledAsPlanned() {
		this.cancelledAsPlanned = true;
	}

	boolean isCancelledAsPlanned() {
		return this.cancelledAsPlanned;
	}

	long deadlineNanos() {
		return this.deadlineNanos;
	}

	/**
	 * Says that the call cannot be sent yet, though nothing in this client is in its way.
	 */
	void hold() {
		this.held = true;
	}

	boolean isHeld() {
		return this.held;
	}

	/**
	 * Says that the call is sent, for the first time or again on another connection.
	 */
	void sentOn(Connection connection, int streamId, ResponseReader response) {
		this.connection = connection;
		this.streamId = streamId;
		this.response = response;
		this.receivedBytes = 0;
		if (this.held && !this.sent) {
			this.told.heldUntilNow();
		}
		this.sent = true;
	}

	/**
	 * Says that the server has not looked at the call, which is to be sent again.
	 */
	void takenBack() {
		this.connection = null;
		this.body = null;
		this.held = true;
	}

	@Nullable Connection connection() {
		return this.connection;
	}

	int streamId() {
		return this.streamId;
	}

	ResponseReader response() {
		ResponseReader reader = this.response;
		if (reader == null) {
			throw new IllegalStateException("the call has not been sent");
		}
		return reader;
	}

	/**
	 * What is left to be sent, or {@code null} if nothing is.
	 */
	@Nullable RequestBody body() {
		return this.body;
	}

	void setBody(@Nullable RequestBody body) {
		this.body = body;
	}

	/**
	 * Bytes received that have not been given back to the window of the stream.
	 */
	int receivedBytes() {
		return this.receivedBytes;
	}

	void setReceivedBytes(int receivedBytes) {
		this.receivedBytes = receivedBytes;
	}

	boolean hasEnded() {
		return this.ended;
	}

	/**
	 * Ends the call.
	 * @param status how
	 */
	void end(Status status) {
		this.ended = true;
		this.body = null;
		if (this.cancelTimer != null) {
			this.cancelTimer.cancel(false);
		}
		if (this.cancelledAsPlanned) {
			this.told.cancelled();
		}
		else if (status.isOk()) {
			this.told.succeeded();
		}
		else {
			this.told.failed(status);
		}
	}

}
