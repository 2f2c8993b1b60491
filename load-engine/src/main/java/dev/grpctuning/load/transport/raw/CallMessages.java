package dev.grpctuning.load.engine.raw;

import dev.grpctuning.load.engine.OpenStream;

/**
 * Tells of the messages of one call that is a stream, of each once, even if the call is
 * sent again.
 */
final class CallMessages {

	private final OpenStream told;

	private final RequestContent content;

	private int sent;

	private long received;

	CallMessages(OpenStream told, RequestContent content) {
		this.told = told;
		this.content = content;
	}

	/**
	 * Says how much of the body has been sent.
	 */
	void sentUpTo(int bytes) {
		while (this.sent < this.content.messages() && this.content.messageEnd(this.sent) <= bytes) {
			this.sent++;
			this.told.sent();
		}
	}

	/**
	 * Says how many whole messages have arrived.
	 */
	void receivedUpTo(long messages) {
		for (; this.received < messages; this.received++) {
			this.told.received();
		}
	}

}
