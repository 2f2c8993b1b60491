package dev.grpctuning.connection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Connection at one moment. Windows are those of HTTP/2, in bytes.
 *
 * @param id number in the order of arrival, over all generations
 * @param generation number of the generation that serves it
 * @param remoteAddress address of the client
 * @param eventLoop name of the thread that serves it
 * @param opened when it was accepted
 * @param streams its streams and windows, {@code null} if its event loop did not answer
 * in time or the handshake has not ended
 */
public record Connection(long id, int generation, String remoteAddress, String eventLoop, Instant opened,
		@Nullable Streams streams) {

	/**
	 * HTTP/2 state of a connection.
	 *
	 * @param open streams that are open: calls in flight
	 * @param maxOpen streams that the client may have open
	 * @param receiveWindowBytes what the client may send before it must wait
	 * @param sendWindowBytes what the server may send before it must wait
	 * @param initialReceiveWindowBytes what the client may send on a new stream
	 * @param draining whether no new calls are taken
	 */
	public record Streams(int open, int maxOpen, int receiveWindowBytes, int sendWindowBytes,
			int initialReceiveWindowBytes, boolean draining) {

	}

}
