package dev.grpctuning.connection;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Connection while it is open. Its HTTP/2 state belongs to its event loop.
 */
final class OpenConnection {

	private final long id;

	private final int generation;

	private final Channel channel;

	private final Instant opened = Instant.now();

	private volatile boolean draining;

	OpenConnection(long id, int generation, Channel channel) {
		this.id = id;
		this.generation = generation;
		this.channel = channel;
	}

	long id() {
		return this.id;
	}

	int generation() {
		return this.generation;
	}

	/**
	 * Current window of a new stream. Read outside the event loop, so it may be slightly
	 * old.
	 */
	int initialReceiveWindow() {
		Http2ConnectionHandler handler = this.channel.pipeline().get(Http2ConnectionHandler.class);
		return (handler != null && handler.connection() != null)
				? handler.connection().local().flowController().initialWindowSize() : 0;
	}

	/**
	 * Number of open streams, slightly old like the window.
	 */
	int openStreams() {
		Http2ConnectionHandler handler = this.channel.pipeline().get(Http2ConnectionHandler.class);
		return (handler != null && handler.connection() != null) ? handler.connection().numActiveStreams() : 0;
	}

	Channel channel() {
		return this.channel;
	}

	/**
	 * Whether it has no HTTP/2 handler yet, without which it cannot drain.
	 */
	boolean isShakingHands(int generation) {
		return this.generation == generation && this.channel.pipeline().get(Http2ConnectionHandler.class) == null;
	}

	/**
	 * Reads the state on the event loop.
	 */
	Future<Connection> state() {
		return this.channel.eventLoop().submit(() -> connection(Thread.currentThread().getName(), streams()));
	}

	/**
	 * Waits for the state until a deadline.
	 */
	Connection await(Future<Connection> state, long deadlineNanos) {
		state.awaitUninterruptibly(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
		return state.isSuccess() ? state.getNow() : connection("(busy)", null);
	}

	private Connection connection(String eventLoop, Connection.@Nullable Streams streams) {
		return new Connection(this.id, this.generation, String.valueOf(this.channel.remoteAddress()), eventLoop,
				this.opened, streams);
	}

	private Connection.@Nullable Streams streams() {
		Http2ConnectionHandler handler = this.channel.pipeline().get(Http2ConnectionHandler.class);
		if (handler == null || handler.connection() == null) {
			return null;
		}
		Http2Connection connection = handler.connection();
		return new Connection.Streams(connection.numActiveStreams(), connection.remote().maxActiveStreams(),
				connection.local().flowController().windowSize(connection.connectionStream()),
				connection.remote().flowController().windowSize(connection.connectionStream()),
				connection.local().flowController().initialWindowSize(), this.draining || connection.goAwaySent());
	}

	/**
	 * Sends GOAWAY; gRPC closes the connection when its last call has ended.
	 */
	void drain() {
		this.draining = true;
		this.channel.close();
	}

}
