package dev.grpctuning.connection;

import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import org.jspecify.annotations.Nullable;

/**
 * Connection while it is open. Its HTTP/2 state belongs to its event loop; other threads
 * may read slightly old values.
 *
 * @param eventLoop name of the thread of its event loop, {@code null} if it has none yet
 */
record OpenConnection(long id, int generation, Channel channel, Instant opened, AtomicBoolean draining,
		ServingConnections serving, AtomicLong backlog, AtomicReference<@Nullable String> eventLoop) {

	OpenConnection(long id, int generation, Channel channel, ServingConnections serving) {
		this(id, generation, channel, Instant.now(), new AtomicBoolean(), serving, new AtomicLong(),
				new AtomicReference<>());
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
		return http2() == null;
	}

	Connection state() {
		Http2Connection http2 = http2();
		return new Connection(this.id, this.generation, String.valueOf(this.channel.remoteAddress()),
				String.valueOf(this.eventLoop.get()), this.opened, (http2 != null) ? streams(http2) : null);
	}

	private Connection.Streams streams(Http2Connection http2) {
		return new Connection.Streams(http2.numActiveStreams(), http2.remote().maxActiveStreams(),
				http2.local().flowController().windowSize(http2.connectionStream()),
				http2.remote().flowController().windowSize(http2.connectionStream()),
				http2.local().flowController().initialWindowSize(), this.draining.get() || http2.goAwaySent());
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

	/**
	 * Closes it at once, without waiting for calls or for what the client still sends.
	 * @param before called if it is open
	 */
	void abort(Runnable before) {
		whenIdle(() -> {
			if (this.channel.isOpen()) {
				before.run();
				this.channel.unsafe().close(this.channel.newPromise());
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
