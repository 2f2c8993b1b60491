package dev.grpctuning.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection in two steps: ends what the server sends, then waits until the
 * client has closed too. A socket that closes at once resets the connection when data
 * from the client arrives later, such as a PING. A client whose write fails drops the
 * responses that it has not read yet. Those that its system has not received yet are
 * lost.
 */
class LingeringClose extends ChannelDuplexHandler {

	private static final Duration LINGER = Duration.ofSeconds(2);

	/** Times it waits while the client's system has not taken all that was sent. */
	private static final int MAX_LINGERS = 15;

	/** States of Linux in which the end of what is sent has not been acknowledged. */
	private static final Set<Integer> UNACKNOWLEDGED = Set.of(1, 4);

	private final Duration linger;

	private boolean lingering;

	private @Nullable Future<?> timeout;

	LingeringClose() {
		this(LINGER);
	}

	LingeringClose(Duration linger) {
		this.linger = linger;
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
		context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((written) -> duplex.shutdownOutput());
	}

	private void closeLater(ChannelHandlerContext context, int lingers) {
		this.timeout = context.channel().eventLoop().schedule(() -> {
			if (lingers > 1 && isUntaken(context.channel())) {
				closeLater(context, lingers - 1);
			}
			else {
				context.close();
			}
		}, this.linger.toMillis(), TimeUnit.MILLISECONDS);
	}

	/** Whether the client's system has yet to take what was sent. Only epoll knows. */
	private static boolean isUntaken(Channel channel) {
		return channel instanceof EpollSocketChannel socket && socket.isOpen()
				&& UNACKNOWLEDGED.contains(socket.tcpInfo().state());
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
