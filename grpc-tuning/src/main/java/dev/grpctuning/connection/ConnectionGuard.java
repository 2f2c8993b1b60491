package dev.grpctuning.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * First handler of a connection. It closes one whose client does not begin HTTP/2 in time
 * (gRPC has a timeout for TLS handshakes only), and limits one that has begun.
 * <p>
 * It closes in two steps: ends what the server sends, then waits until the client has
 * closed too. A socket that closes at once resets the connection when data from the
 * client arrives later, such as a PING. A client whose write fails drops the responses
 * that it has not read yet. Those that its system has not received yet are lost. A server
 * that ends does not wait for clients that do not read.
 */
class ConnectionGuard extends ChannelDuplexHandler {

	private static final Duration LINGER = Duration.ofSeconds(2);

	/** How often it waits for a client that may still read. */
	private static final int MAX_LINGERS = 15;

	/** States of Linux in which the end of what is sent has not been acknowledged. */
	private static final Set<Integer> UNACKNOWLEDGED = Set.of(1, 4);

	private final OpenConnection connection;

	private final Settings limits;

	private final OpenConnections connections;

	private final Duration linger;

	private @Nullable LastStreams lastStreams;

	private boolean failed;

	private boolean lingering;

	private @Nullable Future<?> timeout;

	ConnectionGuard(OpenConnection connection, Settings limits, OpenConnections connections) {
		this(connection, limits, connections, LINGER);
	}

	ConnectionGuard(OpenConnection connection, Settings limits, OpenConnections connections, Duration linger) {
		this.connection = connection;
		this.limits = limits;
		this.connections = connections;
		this.linger = linger;
	}

	/** Called as soon as the connection has an event loop. */
	@Override
	public void handlerAdded(ChannelHandlerContext context) {
		this.connections.enter(this.connection);
		Duration handshake = this.limits.get(Knobs.CONNECTION_HANDSHAKE_TIMEOUT);
		if (handshake != null) {
			Future<?> check = context.executor()
				.schedule(() -> checkHandshake(context), handshake.toMillis(), TimeUnit.MILLISECONDS);
			context.channel().closeFuture().addListener((closed) -> check.cancel(false));
		}
	}

	private void checkHandshake(ChannelHandlerContext context) {
		Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
		if (http2 == null || !http2.decoder().prefaceReceived()) {
			this.connection.abort(() -> this.connections.countRefused(Knobs.CONNECTION_HANDSHAKE_TIMEOUT));
		}
	}

	/** Nothing needs the data that a client sends after its calls have ended. */
	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		if (this.lingering) {
			ReferenceCountUtil.release(message);
			return;
		}
		Http2ConnectionHandler http2 = (this.lastStreams == null) ? context.pipeline().get(Http2ConnectionHandler.class)
				: null;
		if (http2 != null) {
			begin(http2, context);
		}
		context.fireChannelRead(message);
	}

	private void begin(Http2ConnectionHandler http2, ChannelHandlerContext context) {
		http2.connection().addListener(new Http2ConnectionAdapter() {

			@Override
			public void onGoAwaySent(int lastStreamId, long errorCode, ByteBuf debugData) {
				if (errorCode != Http2Error.NO_ERROR.code()) {
					ConnectionGuard.this.failed = true;
					ConnectionGuard.this.connections.countError(context.channel(), errorCode);
				}
			}

		});
		LastStreams streams = LastStreams.install(http2, context.pipeline().context(http2));
		this.lastStreams = streams;
		// Last, because the other does not pass on all frames.
		http2.decoder()
			.frameListener(new FrameLimits(http2.decoder().frameListener(), this.limits, streams,
					this.connections::countRefused));
		if (this.limits.get(Knobs.MAX_RESPONSE_BACKLOG) != null) {
			context.pipeline().addLast(this.connections.backlog().counter(this.connection));
		}
	}

	@Override
	public void close(ChannelHandlerContext context, ChannelPromise promise) {
		Channel channel = context.channel();
		if (this.lingering || !channel.isActive() || !(channel instanceof DuplexChannel duplex)) {
			context.close(promise);
			return;
		}
		this.lingering = true;
		closeLater(context, MAX_LINGERS);
		channel.closeFuture().addListener((closed) -> {
			if (this.timeout != null) {
				this.timeout.cancel(false);
			}
			promise.trySuccess();
		});
		// HTTP/2 may close while responses still wait to be written.
		context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((written) -> {
			if (!isServing() || hasRead(context)) {
				duplex.shutdownOutput();
			}
		});
	}

	private void closeLater(ChannelHandlerContext context, int lingers) {
		this.timeout = context.channel().eventLoop().schedule(() -> {
			if (lingers > 1 && hasServed(context) && (isServing() || isTaking(context.channel()))) {
				closeLater(context, lingers - 1);
			}
			else {
				context.close();
			}
		}, this.linger.toMillis(), TimeUnit.MILLISECONDS);
	}

	private boolean isServing() {
		return this.connections.isServing(this.connection.generation());
	}

	/**
	 * Whether all calls have ended, and the client has done nothing wrong. Only such a
	 * client may keep a connection open while it reads.
	 */
	boolean hasServed(ChannelHandlerContext context) {
		Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
		return this.lastStreams != null && !this.failed && http2 != null && http2.connection().numActiveStreams() == 0;
	}

	/**
	 * Whether the server may end its side of the connection now. nginx fails a call if it
	 * reads the end of its response, a PING and the end of the connection at once. A
	 * client that reads late closes the connection itself after GOAWAY.
	 */
	boolean hasRead(ChannelHandlerContext context) {
		return !hasServed(context) || this.lastStreams == null || this.lastStreams.isAnswered();
	}

	/** Whether the client's system is taking what was sent. Only epoll knows. */
	private boolean isTaking(Channel channel) {
		if (!(channel instanceof EpollSocketChannel socket) || !socket.isOpen()) {
			return false;
		}
		EpollTcpInfo info = socket.tcpInfo();
		return UNACKNOWLEDGED.contains(info.state()) && info.lastDataSent() < this.linger.toMillis();
	}

}
