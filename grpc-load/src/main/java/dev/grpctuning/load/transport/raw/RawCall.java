package dev.grpctuning.load.transport.raw;

import java.util.concurrent.Future;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.OpenCall.Stream;

/** One call. It belongs to the event loop of its channel once handed over. */
final class RawCall {

	final OpenCall openCall;

	final long number;

	final RequestContent content;

	private final @Nullable CallMessages messages;

	final long deadlineNanos;

	@Nullable Future<?> cancelTimer;

	boolean cancelledAsPlanned;

	/** What it was sent on. */
	private @Nullable Carrier carrier;

	private int streamId;

	private @Nullable ResponseReader response;

	/** What is left to be sent, if anything. */
	RequestWriter.@Nullable Body body;

	/** Bytes received that have not been returned to the stream's window. */
	int receivedBytes;

	/** Whether the server did not let the call be sent at once. */
	boolean held;

	/** Whether it was held because the server allowed no further stream. */
	boolean heldForStream;

	private boolean sent;

	private boolean refused;

	private boolean ended;

	RawCall(OpenCall openCall, long number, RequestContent content, @Nullable CallMessages messages,
			long deadlineNanos) {
		this.openCall = openCall;
		this.number = number;
		this.content = content;
		this.messages = messages;
		this.deadlineNanos = deadlineNanos;
	}

	/** So many bytes of the body have been sent. */
	void sentUpTo(int bytes) {
		if (this.messages != null) {
			this.messages.sentUpTo(bytes);
		}
	}

	void receivedMessages() {
		if (this.messages != null) {
			this.messages.receivedUpTo(response().messages().wholeMessages());
		}
	}

	/** The call is sent, for the first time or again on another connection. */
	void sentOn(Carrier carrier, int streamId, ResponseReader response) {
		this.carrier = carrier;
		this.streamId = streamId;
		this.response = response;
		this.receivedBytes = 0;
		if (this.held && !this.sent) {
			this.openCall.heldUntilNow(this.heldForStream);
		}
		this.sent = true;
	}

	/** The server has not seen the call, which will be sent again. */
	void takenBack() {
		this.carrier = null;
		this.body = null;
		this.held = true;
	}

	/**
	 * Whether a call that the server has refused unprocessed is sent again, as gRPC does
	 * once.
	 */
	boolean mayBeSentAgain() {
		boolean first = !this.refused && !response().begun();
		this.refused = true;
		return first;
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

	/** Reports each message of a stream once, even if the call is sent again. */
	static final class CallMessages {

		private final Stream stream;

		private final RequestContent content;

		private int sent;

		private long received;

		CallMessages(Stream stream, RequestContent content) {
			this.stream = stream;
			this.content = content;
		}

		void sentUpTo(int bytes) {
			while (this.sent < this.content.messages() && this.content.messageEnd(this.sent) <= bytes) {
				this.sent++;
				this.stream.sent();
			}
		}

		void receivedUpTo(long messages) {
			for (; this.received < messages; this.received++) {
				this.stream.received();
			}
		}

	}

}
