package dev.grpctuning.connection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Connection at one moment. Windows are those of HTTP/2, in bytes.
 *
 * @param id number in the order of arrival, over all generations
 * @param eventLoop name of the thread that serves it
 * @param streams its streams and windows, {@code null} if its event loop did not answer
 * in time or the handshake has not ended
 */
public record Connection(long id, int generation, String remoteAddress, String eventLoop, Instant opened,
		@Nullable Streams streams) {

	/** HTTP/2 state of a connection: what each side may send before it must wait. */
	public record Streams(int open, int maxOpen, int receiveWindowBytes, int sendWindowBytes,
			int initialReceiveWindowBytes, boolean draining) {

	}

}
