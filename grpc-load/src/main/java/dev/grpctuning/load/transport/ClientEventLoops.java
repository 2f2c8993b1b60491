package dev.grpctuning.load.transport;

import java.util.concurrent.TimeUnit;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

import dev.grpctuning.observe.LoopWatch;

/**
 * The client's event loops: epoll where available, and no more than there are channels.
 */
public final class ClientEventLoops implements AutoCloseable {

	/** How long sent data may stay unacknowledged; by default a quarter of an hour. */
	public static final int UNACKNOWLEDGED_MILLIS = 20_000;

	private final EventLoopGroup group;

	private final Class<? extends Channel> channelType;

	public ClientEventLoops(int channels, int perProcessor) {
		boolean epoll = Epoll.isAvailable();
		IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
		int threads = Math.min(channels, perProcessor * Runtime.getRuntime().availableProcessors());
		this.group = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("load-loop", true),
				LoopWatch.watching(handlers));
		this.channelType = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
	}

	public EventLoop next() {
		return this.group.next();
	}

	public Class<? extends Channel> channelType() {
		return this.channelType;
	}

	@Override
	public void close() {
		this.group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
	}

}
