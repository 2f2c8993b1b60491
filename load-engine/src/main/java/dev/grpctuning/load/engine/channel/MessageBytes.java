package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * Messages and their bytes as they were sent: compressed if they are, and without the
 * five bytes that gRPC puts before each.
 *
 * @param requests number of request messages
 * @param requestBytes bytes of these
 * @param responses number of response messages
 * @param responseBytes bytes of these
 */
public record MessageBytes(long requests, long requestBytes, long responses, long responseBytes) {

	/**
	 * No message.
	 */
	public static final MessageBytes NONE = new MessageBytes(0, 0, 0, 0);

	MessageBytes plus(MessageBytes other) {
		return new MessageBytes(this.requests + other.requests, this.requestBytes + other.requestBytes,
				this.responses + other.responses, this.responseBytes + other.responseBytes);
	}

	MessageSizes sizes() {
		return new MessageSizes(mean(this.requestBytes, this.requests), mean(this.responseBytes, this.responses));
	}

	private static @Nullable Double mean(long bytes, long messages) {
		return (messages != 0) ? (double) bytes / messages : null;
	}

}
