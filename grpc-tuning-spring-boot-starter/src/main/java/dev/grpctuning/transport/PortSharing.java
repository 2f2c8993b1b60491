package dev.grpctuning.transport;

import java.net.StandardSocketOptions;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.channel.uring.IoUringServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Lets two servers of one process listen on one port for the moment in which one takes
 * over from the other, by way of {@code SO_REUSEPORT}. Linux looks at the option of both
 * sockets when the second binds, so that the first may get it as late as then: until a
 * server is to be replaced, nobody else can bind its port.
 */
public final class PortSharing {

	private static final ChannelOption<Boolean> NIO = NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT);

	private PortSharing() {
	}

	/**
	 * Lets another socket of this user bind the address of a channel.
	 * @param listener a channel that listens
	 * @return whether its transport can do that
	 */
	public static boolean allow(Channel listener) {
		return set(listener, true);
	}

	/**
	 * Lets no other socket bind the address of a channel any more.
	 */
	public static void forbid(Channel listener) {
		set(listener, false);
	}

	private static boolean set(Channel listener, boolean value) {
		ChannelOption<Boolean> option = option(listener);
		try {
			return option != null && listener.config().setOption(option, value);
		}
		catch (RuntimeException ex) {
			// So say the natives where the system does not have it, or the channel is
			// closed.
			return false;
		}
	}

	private static @Nullable ChannelOption<Boolean> option(Channel listener) {
		if (listener instanceof NioServerSocketChannel) {
			return NIO;
		}
		return (listener instanceof EpollServerSocketChannel || listener instanceof IoUringServerSocketChannel)
				? UnixChannelOption.SO_REUSEPORT : null;
	}

	/**
	 * Lets a server that is being built bind a port that another socket shares.
	 * @param transport the server's own, {@code null} if it has gRPC's, which is epoll
	 * where that works
	 */
	public static void applyTo(NettyServerBuilder builder, @Nullable Transport transport) {
		boolean nio = (transport != null) ? transport == Transport.NIO : !Epoll.isAvailable();
		builder.withOption(nio ? NIO : UnixChannelOption.SO_REUSEPORT, true);
	}

}
