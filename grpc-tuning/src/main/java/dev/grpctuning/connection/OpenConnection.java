package dev.grpctuning.connection;

import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;

/**
 * Connection while it is open. Its HTTP/2 state belongs to its event loop; other threads
 * may read slightly old values.
 */
record OpenConnection(long id, int generation, Channel channel, Instant opened, AtomicBoolean draining,
		ServingConnections serving, AtomicLong backlog) {

	OpenConnection(long id, int generation, Channel channel, ServingConnections serving) {
		this(id, generation, channel, Instant.now(), new AtomicBoolean(), serving, new AtomicLong());
		channel.closeFuture().addListener((closed) -> leaveServing());
	}

	private void leaveServing() {
		if (this.draining.compareAndSet(false, true)) {
			this.serving.leave(this.channel.remoteAddress());
		}
	}

	private @Nullable Http2Connection http2() {
		Http2ConnectionHandler handler = this.channel.pipeline().get(Http2ConnectionHandler.class);
		return (handler != null) ? handler.connection() : null;
	}

	/** Current window of a new stream in bytes. */
	int initialReceiveWindow() {
		Http2Connection http2 = http2();
		return (http2 != null) ? http2.local().flowController().initialWindowSize() : 0;
	}

	/**
	 * Number of calls so far, from the highest stream number: HTTP/2 gives clients the
	 * odd ones.
	 */
	long calls() {
		Http2Connection http2 = http2();
		return (http2 != null) ? (http2.remote().lastStreamCreated() + 1) / 2 : 0;
	}

	int openStreams() {
		Http2Connection http2 = http2();
		return (http2 != null) ? http2.numActiveStreams() : 0;
	}

	/** Whether it has no HTTP/2 handler yet, without which it cannot drain. */
	boolean isShakingHands() {
		return this.channel.pipeline().get(Http2ConnectionHandler.class) == null;
	}

	Future<Connection> state() {
		return this.channel.eventLoop().submit(() -> connection(Thread.currentThread().getName(), streams()));
	}

	Connection await(Future<Connection> state, long deadlineNanos) {
		state.awaitUninterruptibly(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
		return state.isSuccess() ? state.getNow() : connection("(busy)", null);
	}

	private Connection connection(String eventLoop, Connection.@Nullable Streams streams) {
		return new Connection(this.id, this.generation, String.valueOf(this.channel.remoteAddress()), eventLoop,
				this.opened, streams);
	}

	private Connection.@Nullable Streams streams() {
		Http2Connection http2 = http2();
		return (http2 != null)
				? new Connection.Streams(http2.numActiveStreams(), http2.remote().maxActiveStreams(),
						http2.local().flowController().windowSize(http2.connectionStream()),
						http2.remote().flowController().windowSize(http2.connectionStream()),
						http2.local().flowController().initialWindowSize(), this.draining.get() || http2.goAwaySent())
				: null;
	}

	/** Runs an action after what its event loop has to do already. */
	void whenIdle(Runnable action) {
		try {
			this.channel.eventLoop().execute(action);
		}
		catch (RejectedExecutionException ex) {
			action.run();
		}
	}

	/** Closes it at once, with all calls. */
	void abort(Knob<?> because) {
		whenIdle(() -> {
			ChannelHandlerContext guard = this.channel.pipeline().context(ConnectionGuard.class);
			if (guard != null) {
				((ConnectionGuard) guard.handler()).close(guard, because);
			}
		});
	}

	/** HTTP/2 closes only when the client has read what was sent before. */
	void closeSoon() {
		try {
			this.channel.eventLoop()
				.schedule(() -> this.channel.unsafe().close(this.channel.newPromise()), 5, TimeUnit.SECONDS);
		}
		catch (RejectedExecutionException ex) {
			// Its event loop has ended, and has closed it.
		}
	}

	/** Sends GOAWAY; gRPC closes the connection when its last call has ended. */
	void drain() {
		leaveServing();
		this.channel.close();
	}

}
