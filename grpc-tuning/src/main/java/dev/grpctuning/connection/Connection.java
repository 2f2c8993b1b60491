package dev.grpctuning.connection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** Connection at one moment. HTTP/2 state is missing until HTTP/2 has begun. */
public record Connection(long id, int generation, String remoteAddress, String eventLoop, Instant opened,
		@Nullable Streams streams) {

	/**
	 * HTTP/2 state of a connection.
	 *
	 * @param receiveWindowBytes what the client may send before it must wait
	 * @param sendWindowBytes what the server may send before it must wait
	 */
	public record Streams(int open, int maxOpen, int receiveWindowBytes, int sendWindowBytes,
			int initialReceiveWindowBytes, boolean draining) {

	}

}
