package dev.grpctuning.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("either-framework")
@ExtendWith(OutputCaptureExtension.class)
class LingeringCloseIT {

	private static final int SIZE = 1 << 20;

	@Test
	void whenTheClientReadsLateThenItGetsAllThatWasSent() throws Exception {
		assumeTrue(Epoll.isAvailable());
		EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
		try (Socket client = new Socket()) {
			CompletableFuture<Channel> accepted = new CompletableFuture<>();
			Channel server = server(group, EpollServerSocketChannel.class, new LingeringClose(Duration.ofMillis(100)),
					accepted);
			client.setReceiveBufferSize(8192);
			client.connect(server.localAddress());
			Channel channel = accepted.get(60, TimeUnit.SECONDS);
			channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[SIZE]));
			channel.close();
			await().during(Duration.ofMillis(500)).until(channel::isOpen);
			// A socket that is closed would answer with a reset.
			client.getOutputStream().write(1);
			assertThat(client.getInputStream().readAllBytes()).hasSize(SIZE);
			await().until(() -> !channel.isOpen());
		}
		finally {
			group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
		}
	}

	@Test
	void whenTheClientDoesNotCloseThenTheServerDoesWithoutALogLine(CapturedOutput output) throws Exception {
		EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try {
			CompletableFuture<Channel> accepted = new CompletableFuture<>();
			Channel server = server(group, NioServerSocketChannel.class, new LingeringClose(), accepted);
			try (Socket client = new Socket(InetAddress.getLoopbackAddress(),
					((InetSocketAddress) server.localAddress()).getPort())) {
				Channel channel = accepted.get(60, TimeUnit.SECONDS);
				ChannelPromise closed = channel.newPromise();
				channel.close(closed);
				assertThat(client.getInputStream().read()).as("end of what the server sends").isEqualTo(-1);
				assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
				assertThat(closed.isSuccess()).isTrue();
				assertThat(channel.isOpen()).isFalse();
			}
		}
		finally {
			group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
		}
		assertThat(output.getAll()).doesNotContain("promise");
	}

	private static Channel server(EventLoopGroup group, Class<? extends ServerChannel> type, LingeringClose handler,
			CompletableFuture<Channel> accepted) throws InterruptedException {
		return new ServerBootstrap().group(group).channel(type).childHandler(new ChannelInitializer<>() {

			@Override
			protected void initChannel(Channel channel) {
				channel.pipeline().addLast(handler);
				accepted.complete(channel);
			}

		}).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
	}

}
