package dev.grpctuning.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Closes a connection whose client does not begin HTTP/2 in time (gRPC has a timeout for
 * TLS handshakes only). Limits the frames and responses of a connection that has begun.
 */
final class ConnectionGuard extends LingeringClose {

	private final OpenConnection connection;

	private final Settings limits;

	private final ResponseBacklog backlog;

	private final Consumer<Knob<?>> onLimit;

	private final ObjLongConsumer<Channel> onError;

	private @Nullable LastStreams lastStreams;

	private boolean begun;

	private boolean failed;

	ConnectionGuard(OpenConnection connection, Settings limits, ResponseBacklog backlog, Consumer<Knob<?>> onLimit,
			ObjLongConsumer<Channel> onError, BooleanSupplier serving) {
		super(serving);
		this.connection = connection;
		this.limits = limits;
		this.backlog = backlog;
		this.onLimit = onLimit;
		this.onError = onError;
	}

	@Override
	public void handlerAdded(ChannelHandlerContext context) {
		Duration timeout = this.limits.get(Knobs.CONNECTION_HANDSHAKE_TIMEOUT);
		if (timeout != null) {
			Future<?> check = context.executor()
				.schedule(() -> checkHandshake(context), timeout.toMillis(), TimeUnit.MILLISECONDS);
			context.channel().closeFuture().addListener((closed) -> check.cancel(false));
		}
	}

	private void checkHandshake(ChannelHandlerContext context) {
		Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
		if (context.channel().isOpen() && (http2 == null || !http2.decoder().prefaceReceived())) {
			close(context, Knobs.CONNECTION_HANDSHAKE_TIMEOUT);
		}
	}

	@Override
	protected void received(ChannelHandlerContext context) {
		Http2ConnectionHandler http2 = this.begun ? null : context.pipeline().get(Http2ConnectionHandler.class);
		if (http2 != null) {
			this.begun = true;
			http2.connection().addListener(new Http2ConnectionAdapter() {

				@Override
				public void onGoAwaySent(int lastStreamId, long errorCode, ByteBuf debugData) {
					if (errorCode != Http2Error.NO_ERROR.code()) {
						ConnectionGuard.this.failed = true;
						ConnectionGuard.this.onError.accept(context.channel(), errorCode);
					}
				}

			});
			LastStreams listener = LastStreams.install(http2, context.pipeline().context(http2));
			this.lastStreams = listener;
			// Last, because the other does not pass on all frames.
			FrameLimits.install(http2, this.limits, listener::awaits, this.onLimit);
			if (this.limits.get(Knobs.MAX_RESPONSE_BACKLOG) != null) {
				context.pipeline().addLast(this.backlog.counter(this.connection));
			}
		}
	}

	@Override
	protected boolean hasServed(ChannelHandlerContext context) {
		Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
		return this.begun && !this.failed && http2 != null && http2.connection().numActiveStreams() == 0;
	}

	@Override
	protected boolean hasRead(ChannelHandlerContext context) {
		return !hasServed(context) || this.lastStreams == null || this.lastStreams.isAnswered();
	}

	/** Closes at once, without waiting for calls or for what the client still sends. */
	void close(ChannelHandlerContext context, Knob<?> because) {
		if (context.channel().isOpen()) {
			this.onLimit.accept(because);
			context.close();
		}
	}

}
