package dev.grpctuning.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("either-framework")
@ExtendWith(OutputCaptureExtension.class)
class LingeringCloseIT {

	@Test
	void whenTheClientDoesNotCloseThenTheServerDoesWithoutALogLine(CapturedOutput output) throws Exception {
		EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try {
			CompletableFuture<Channel> accepted = new CompletableFuture<>();
			Channel server = new ServerBootstrap().group(group)
				.channel(NioServerSocketChannel.class)
				.childHandler(new ChannelInitializer<>() {

					@Override
					protected void initChannel(Channel channel) {
						channel.pipeline().addLast(new LingeringClose());
						accepted.complete(channel);
					}

				})
				.bind(InetAddress.getLoopbackAddress(), 0)
				.sync()
				.channel();
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

}
