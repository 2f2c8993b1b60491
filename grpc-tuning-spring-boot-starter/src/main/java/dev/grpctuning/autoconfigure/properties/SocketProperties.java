package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * Options of the sockets.
 *
 * @param backlog Maximum number of established connections that wait to be accepted. The
 * system lowers it to its own maximum.
 * @param noDelay Whether to send small packets at once (TCP_NODELAY), instead of
 * collecting them while others are unacknowledged.
 * @param receiveBufferSize Fixed size of the receive buffer of a connection. Linux
 * doubles it, and limits it by net.core.rmem_max.
 * @param sendBufferSize Fixed size of the send buffer of a connection. Linux doubles it,
 * and limits it by net.core.wmem_max.
 * @param userTimeout Time that sent data may stay unacknowledged before the system closes
 * the connection (TCP_USER_TIMEOUT). Requires epoll or io-uring.
 * @param writeWatermark Bounds of the outbound data of a connection.
 */
public record SocketProperties(@Nullable Integer backlog, @Nullable Boolean noDelay,
		@Nullable DataSize receiveBufferSize, @Nullable DataSize sendBufferSize, @Nullable Duration userTimeout,
		@Nullable WriteWatermark writeWatermark) {

	/**
	 * Bounds of the outbound data that the server buffers for a connection.
	 *
	 * @param low Buffered outbound data of a connection below which the server hands data
	 * to the socket again. Requires socket.write-watermark.high.
	 * @param high Buffered outbound data of a connection at which the server stops
	 * handing data to the socket. Requires socket.write-watermark.low.
	 */
	public record WriteWatermark(@Nullable DataSize low, @Nullable DataSize high) {

	}

}
