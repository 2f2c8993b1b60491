package dev.grpctuning.load.engine.raw;

import dev.grpctuning.load.engine.MessageBytes;

/**
 * Adds up the messages of the calls of one channel that were answered, without the
 * prefixes before them.
 */
final class MessageSum {

	private long requests;

	private long requestBytes;

	private long responses;

	private long responseBytes;

	void answered(RequestContent request, MessageReader response) {
		this.requests += request.messages();
		this.requestBytes += request.messageBytes();
		this.responses += response.messages();
		this.responseBytes += response.bytes();
	}

	MessageBytes sum() {
		return new MessageBytes(this.requests, this.requestBytes, this.responses, this.responseBytes);
	}

}
