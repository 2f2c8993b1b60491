package dev.grpctuning.connection;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection in two steps: ends what the server sends, then waits until the
 * client has closed too. A socket that closes at once resets the connection when data
 * from the client arrives later, such as a PING. A client whose write fails drops the
 * responses that it has not read yet. Those that its system has not received yet are
 * lost. A server that ends does not wait for clients that do not read.
 */
class LingeringClose extends ChannelDuplexHandler {

	private static final Duration LINGER = Duration.ofSeconds(2);

	/** How often it waits for a client that may still read. */
	private static final int MAX_LINGERS = 15;

	/** States of Linux in which the end of what is sent has not been acknowledged. */
	private static final Set<Integer> UNACKNOWLEDGED = Set.of(1, 4);

	private final Duration linger;

	private final BooleanSupplier serving;

	private boolean lingering;

	private @Nullable Future<?> timeout;

	/** Takes a check whether the server of the connection still serves. */
	LingeringClose(BooleanSupplier serving) {
		this(LINGER, serving);
	}

	LingeringClose(Duration linger, BooleanSupplier serving) {
		this.linger = linger;
		this.serving = serving;
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
			if (!this.serving.getAsBoolean() || hasRead(context)) {
				duplex.shutdownOutput();
			}
		});
	}

	private void closeLater(ChannelHandlerContext context, int lingers) {
		this.timeout = context.channel().eventLoop().schedule(() -> {
			if (lingers > 1 && hasServed(context) && (this.serving.getAsBoolean() || isTaking(context.channel()))) {
				closeLater(context, lingers - 1);
			}
			else {
				context.close();
			}
		}, this.linger.toMillis(), TimeUnit.MILLISECONDS);
	}

	/**
	 * Whether all calls have ended, and the client has done nothing wrong. Only such a
	 * client may keep a connection open while it reads.
	 */
	protected boolean hasServed(ChannelHandlerContext context) {
		return true;
	}

	/**
	 * Whether the server may end its side of the connection now. nginx fails a call if it
	 * reads the end of its response, a PING and the end of the connection at once. A
	 * client that reads late closes the connection itself after GOAWAY.
	 */
	protected boolean hasRead(ChannelHandlerContext context) {
		return true;
	}

	/** Whether the client's system is taking what was sent. Only epoll knows. */
	private boolean isTaking(Channel channel) {
		if (!(channel instanceof EpollSocketChannel socket) || !socket.isOpen()) {
			return false;
		}
		EpollTcpInfo info = socket.tcpInfo();
		return UNACKNOWLEDGED.contains(info.state()) && info.lastDataSent() < this.linger.toMillis();
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
