package dev.grpctuning.load.transport.raw;

import java.util.concurrent.Future;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.OpenCall;

/**
 * One call. It belongs to the event loop of its channel once handed over.
 */
final class RawCall {

	/** Neighbours in the list of calls that it is in, if any. */
	@Nullable RawCall next;

	@Nullable RawCall previous;

	private final OpenCall openCall;

	private final long number;

	private final RequestContent content;

	private final @Nullable CallMessages messages;

	private final long deadlineNanos;

	@Nullable Future<?> cancelTimer;

	private boolean cancelledAsPlanned;

	private @Nullable Carrier carrier;

	private int streamId;

	private @Nullable ResponseReader response;

	/** What is left to be sent, if anything. */
	RequestWriter.@Nullable Body body;

	/** Bytes received that have not been returned to the stream's window. */
	int receivedBytes;

	private boolean held;

	private boolean sent;

	private boolean ended;

	RawCall(OpenCall openCall, long number, RequestContent content, @Nullable CallMessages messages,
			long deadlineNanos) {
		this.openCall = openCall;
		this.number = number;
		this.content = content;
		this.messages = messages;
		this.deadlineNanos = deadlineNanos;
	}

	OpenCall openCall() {
		return this.openCall;
	}

	long number() {
		return this.number;
	}

	RequestContent content() {
		return this.content;
	}

	/** Told of the messages, or null if the call is no stream. */
	@Nullable CallMessages messages() {
		return this.messages;
	}

	void cancelledAsPlanned() {
		this.cancelledAsPlanned = true;
	}

	boolean isCancelledAsPlanned() {
		return this.cancelledAsPlanned;
	}

	long deadlineNanos() {
		return this.deadlineNanos;
	}

	/** The server does not let the call be sent yet. */
	void hold() {
		this.held = true;
	}

	boolean isHeld() {
		return this.held;
	}

	/** The call is sent, for the first time or again on another connection. */
	void sentOn(Carrier carrier, int streamId, ResponseReader response) {
		this.carrier = carrier;
		this.streamId = streamId;
		this.response = response;
		this.receivedBytes = 0;
		if (this.held && !this.sent) {
			this.openCall.heldUntilNow();
		}
		this.sent = true;
	}

	/** The server has not seen the call, which will be sent again. */
	void takenBack() {
		this.carrier = null;
		this.body = null;
		this.held = true;
	}

	@Nullable Carrier carrier() {
		return this.carrier;
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

	boolean hasEnded() {
		return this.ended;
	}

	void end(Status status) {
		this.ended = true;
		this.body = null;
		if (this.cancelTimer != null) {
			this.cancelTimer.cancel(false);
		}
		if (this.cancelledAsPlanned) {
			this.openCall.cancelled();
		}
		else if (status.isOk()) {
			this.openCall.succeeded();
		}
		else {
			this.openCall.failed(status);
		}
	}

	/** What a call was sent on. */
	interface Carrier {

		void cancel(RawCall call, Status status);

	}

}
