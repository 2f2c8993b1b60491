package dev.grpctuning.load.transport.raw;

import dev.grpctuning.load.engine.channel.OpenCall.Stream;

/**
 * Reports each message of a stream once, even if the call is sent again.
 */
final class CallMessages {

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
