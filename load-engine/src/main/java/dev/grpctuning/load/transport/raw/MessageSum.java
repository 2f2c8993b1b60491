package dev.grpctuning.load.transport.raw;

import dev.grpctuning.load.engine.channel.MessageBytes;

/**
 * Sums up the messages of the answered calls of one channel.
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
