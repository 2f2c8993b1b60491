package dev.grpctuning.connection;

import java.util.concurrent.TimeUnit;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;

/**
 * Closes a connection in two steps: ends what the server sends, then waits until the
 * client has closed too. A socket that closes at once resets the connection when anything
 * of the client's arrives later, such as a PING; and a client whose write fails drops the
 * responses that it has not read yet.
 */
class LingeringClose extends ChannelDuplexHandler {

	private static final long LINGER_SECONDS = 2;

	private boolean lingering;

	@Override
	public void close(ChannelHandlerContext context, ChannelPromise promise) {
		Channel channel = context.channel();
		if (this.lingering || !channel.isActive() || !(channel instanceof DuplexChannel duplex)) {
			context.close(promise);
			return;
		}
		this.lingering = true;
		Future<?> timeout = channel.eventLoop().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
		channel.closeFuture().addListener((closed) -> {
			timeout.cancel(false);
			promise.trySuccess();
		});
		// HTTP/2 may close while responses still wait to be written.
		context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((written) -> duplex.shutdownOutput());
	}

	/** Nothing needs the data that a client sends after its calls have ended. */
	@Override
	public final void channelRead(ChannelHandlerContext context, Object message) {
		if (this.lingering) {
			ReferenceCountUtil.release(message);
			return;
		}
		received(context);
		context.fireChannelRead(message);
	}

	/** Data has arrived from a client whose connection does not close. */
	protected void received(ChannelHandlerContext context) {
	}

}
