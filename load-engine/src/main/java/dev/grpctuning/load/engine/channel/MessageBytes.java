package dev.grpctuning.load.engine.channel;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;

/**
 * Messages and their bytes as sent: compressed if they are, and without gRPC's prefix.
 */
public record MessageBytes(long requests, long requestBytes, long responses, long responseBytes) {

	public static final MessageBytes NONE = new MessageBytes(0, 0, 0, 0);

	MessageBytes plus(MessageBytes other) {
		return new MessageBytes(this.requests + other.requests, this.requestBytes + other.requestBytes,
				this.responses + other.responses, this.responseBytes + other.responseBytes);
	}

	public MessageSizes sizes() {
		return new MessageSizes(mean(this.requestBytes, this.requests), mean(this.responseBytes, this.responses));
	}

	private static @Nullable Double mean(long bytes, long messages) {
		return (messages != 0) ? (double) bytes / messages : null;
	}

}
