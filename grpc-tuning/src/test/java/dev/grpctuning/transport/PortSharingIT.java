package dev.grpctuning.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.google.common.util.concurrent.Uninterruptibles;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.UnixChannelOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Which of two sockets on one port the system gives new connections to. */
@Tag("either-framework")
class PortSharingIT {

	private static final int CONNECTIONS = 50;

	private final List<EventLoopGroup> groups = new ArrayList<>();

	private final BlockingQueue<Channel> acceptors = new LinkedBlockingQueue<>();

	@BeforeEach
	void onlyWhereEpollWorks() {
		assumeTrue(Epoll.isAvailable(), "no epoll here");
	}

	@AfterEach
	void endEventLoops() {
		this.groups.forEach((group) -> group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly());
	}

	@Test
	void whenFirstHasGoneThenSecondGetsAllAndNextIsPreferred() throws Exception {
		Channel first = listen(0, false);
		PortSharing.allow(List.of(first));
		Channel second = listen(port(first), true);
		PortSharing.preferSecond(second);
		first.close().awaitUninterruptibly();
		assertThat(acceptedBy(port(second))).containsOnly(second);
		PortSharing.allow(List.of(second));
		Channel third = listen(port(second), true);
		assertThat(acceptedBy(port(second))).containsOnly(third);
	}

	@Test
	void whenTransportIsNioThenSecondCannotBePreferred() {
		EventLoopGroup group = group(true);
		Channel listener = new ServerBootstrap().group(group)
			.channel(NioServerSocketChannel.class)
			.childHandler(new Acceptors())
			.bind(InetAddress.getLoopbackAddress(), 0)
			.awaitUninterruptibly()
			.channel();
		assertThat(PortSharing.preferSecond(listener)).isFalse();
	}

	@Test
	void whenOldSocketHasConnectionsToAcceptThenRedirectWaitsForThem() throws Exception {
		Channel first = listen(0, false);
		PortSharing.allow(List.of(first));
		CountDownLatch blocked = new CountDownLatch(1);
		CountDownLatch busy = new CountDownLatch(1);
		first.eventLoop().execute(() -> {
			blocked.countDown();
			Uninterruptibles.awaitUninterruptibly(busy);
		});
		blocked.await();
		try (Socket waiting = new Socket(InetAddress.getLoopbackAddress(), port(first))) {
			assertThat(PortSharing.hasConnectionsToAccept(first)).isTrue();
			Channel second = listen(port(first), true);
			Thread redirect = new Thread(() -> PortSharing.redirect(List.of(first), List.of(second)));
			redirect.start();
			redirect.join(300);
			assertThat(redirect.isAlive()).isTrue();
			assertThat(this.acceptors).isEmpty();
			busy.countDown();
			redirect.join();
			assertThat(PortSharing.hasConnectionsToAccept(first)).isFalse();
			assertThat(this.acceptors.poll(60, TimeUnit.SECONDS)).isSameAs(first);
			assertThat(waiting.isConnected()).isTrue();
		}
		finally {
			busy.countDown();
		}
	}

	private Channel listen(int port, boolean shared) {
		return new ServerBootstrap().group(group(false))
			.channel(EpollServerSocketChannel.class)
			.option(UnixChannelOption.SO_REUSEPORT, shared)
			.childHandler(new Acceptors())
			.bind(InetAddress.getLoopbackAddress(), port)
			.syncUninterruptibly()
			.channel();
	}

	private EventLoopGroup group(boolean nio) {
		EventLoopGroup group = new MultiThreadIoEventLoopGroup(1,
				nio ? NioIoHandler.newFactory() : EpollIoHandler.newFactory());
		this.groups.add(group);
		return group;
	}

	private static int port(Channel listener) {
		return ((InetSocketAddress) listener.localAddress()).getPort();
	}

	private List<Channel> acceptedBy(int port) throws IOException, InterruptedException {
		List<Channel> listeners = new ArrayList<>();
		for (int i = 0; i < CONNECTIONS; i++) {
			try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
				assertThat(socket.isConnected()).isTrue();
				listeners.add(this.acceptors.poll(60, TimeUnit.SECONDS));
			}
		}
		return listeners;
	}

	/** Notes which socket a connection came from. */
	@Sharable
	private final class Acceptors extends ChannelInboundHandlerAdapter {

		@Override
		public void channelActive(ChannelHandlerContext context) {
			PortSharingIT.this.acceptors.add(context.channel().parent());
		}

	}

}
