package dev.grpctuning.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;

/**
 * Closes a connection whose client does not begin HTTP/2 in time. gRPC's own timeout ends
 * with the TLS handshake, and without TLS at once.
 */
final class HandshakeTimeout extends ChannelInboundHandlerAdapter {

	private final Duration timeout;

	private final Runnable onTimeout;

	HandshakeTimeout(Duration timeout, Runnable onTimeout) {
		this.timeout = timeout;
		this.onTimeout = onTimeout;
	}

	@Override
	public void handlerAdded(ChannelHandlerContext context) {
		context.executor().schedule(() -> check(context), this.timeout.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void check(ChannelHandlerContext context) {
		Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
		if (context.channel().isOpen() && (http2 == null || !http2.decoder().prefaceReceived())) {
			this.onTimeout.run();
			context.close();
		}
		else if (!context.isRemoved()) {
			context.pipeline().remove(this);
		}
	}

}
