package dev.grpctuning.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatNoException;

class ClosedListenerIT {

	@Test
	void whenTheEventLoopIsBusyThenThePortIsFreeAllTheSame() throws Exception {
		EventLoopGroup boss = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try {
			Channel listener = new ServerBootstrap().group(boss)
				.channel(NioServerSocketChannel.class)
				.handler(new Busy())
				.childHandler(new ChannelInboundHandlerAdapter())
				.bind(InetAddress.getLoopbackAddress(), 0)
				.sync()
				.channel();
			InetSocketAddress address = (InetSocketAddress) listener.localAddress();
			PortSharing.close(List.of(listener));
			assertThatNoException()
				.isThrownBy(() -> new ServerSocket(address.getPort(), 1, address.getAddress()).close());
		}
		finally {
			boss.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
		}
	}

	/** Keeps the event loop busy until long after tasks are due. */
	private static final class Busy extends ChannelInboundHandlerAdapter {

		@Override
		public void channelInactive(ChannelHandlerContext context) throws Exception {
			TimeUnit.MILLISECONDS.sleep(50);
			context.channel().eventLoop().submit(() -> {
				TimeUnit.MILLISECONDS.sleep(50);
				return null;
			});
		}

	}

}
