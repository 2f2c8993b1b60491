package dev.grpctuning.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.DuplexChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.EventLoops;
import dev.grpctuning.transport.NettyTransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@ExtendWith(OutputCaptureExtension.class)
class ConnectionGuardIT {

	private static final Duration LINGER = Duration.ofMillis(100);

	private final OpenConnections connections = new OpenConnections();

	private final AtomicBoolean read = new AtomicBoolean(true);

	@ParameterizedTest
	@EnumSource(names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
	void whenTheClientReadsLateThenTheServerWaitsWhileItServes(Transport transport) throws Exception {
		assumeTrue(new NettyTransportAvailability().unavailabilityReason(transport) == null);
		try (Ended ended = new Ended(transport, 4096, LINGER)) {
			await().during(LINGER.multipliedBy(5)).until(ended.channel::isOpen);
			// A socket that is closed would answer with a reset.
			ended.client.getOutputStream().write(1);
			assertThat(ended.client.getInputStream().readAllBytes()).hasSize(4096);
			this.connections.endLingering(1);
			await().atMost(Duration.ofSeconds(2)).until(() -> !ended.channel.isOpen());
		}
	}

	@Test
	void whenTheClientHasNotReadThenTheEndWaitsWhileTheServerServes() throws Exception {
		this.read.set(false);
		try (Ended ended = new Ended(Transport.NIO, 1, LINGER.multipliedBy(10))) {
			assertThat(ended.client.getInputStream().read()).isZero();
			await().during(LINGER.multipliedBy(5)).until(() -> !((DuplexChannel) ended.channel).isOutputShutdown());
			this.connections.endLingering(1);
			assertThat(ended.client.getInputStream().read()).isEqualTo(-1);
		}
	}

	@Test
	void whenTheClientReadsSlowlyThenAServerThatEndsWaitsUntilItHasAll() throws Exception {
		assumeTrue(Epoll.isAvailable());
		this.connections.endLingering(1);
		int size = 1 << 20;
		try (Ended ended = new Ended(Transport.EPOLL, size, LINGER.multipliedBy(10))) {
			AtomicInteger read = new AtomicInteger();
			await().pollInterval(Duration.ofMillis(40))
				.until(() -> read.addAndGet(ended.client.getInputStream().readNBytes(size / 64).length) == size);
			assertThat(ended.client.getInputStream().read()).isEqualTo(-1);
		}
	}

	@Test
	void whenTheClientReadsNothingThenAServerThatEndsDoesNotWait() throws Exception {
		assumeTrue(Epoll.isAvailable());
		this.connections.endLingering(1);
		try (Ended ended = new Ended(Transport.EPOLL, 1 << 20, LINGER)) {
			await().atMost(Duration.ofSeconds(1)).until(() -> !ended.channel.isOpen());
		}
	}

	@Test
	void whenTheClientDoesNotCloseThenTheServerDoesWithoutALogLine(CapturedOutput output) throws Exception {
		this.connections.endLingering(1);
		try (Ended ended = new Ended(Transport.NIO, 0, LINGER)) {
			assertThat(ended.client.getInputStream().read()).as("end of what the server sends").isEqualTo(-1);
			assertThat(ended.closed.await(60, TimeUnit.SECONDS)).isTrue();
			assertThat(ended.closed.isSuccess()).isTrue();
			assertThat(ended.channel.isOpen()).isFalse();
		}
		assertThat(output.getAll()).doesNotContain("promise");
	}

	/** Takes the client for one whose calls have ended. */
	private final class Guard extends ConnectionGuard {

		Guard(Channel channel, Duration linger) {
			super(new OpenConnection(1, 1, channel, new ServingConnections()), Settings.NONE,
					ConnectionGuardIT.this.connections, linger);
		}

		@Override
		boolean hasServed(ChannelHandlerContext context) {
			return true;
		}

		@Override
		boolean hasRead(ChannelHandlerContext context) {
			return ConnectionGuardIT.this.read.get();
		}

	}

	/** A connection that the server has ended after it has sent some bytes. */
	private final class Ended implements AutoCloseable {

		private final EventLoops loops;

		private final Socket client = new Socket();

		private final Channel channel;

		private final ChannelPromise closed;

		Ended(Transport transport, int bytes, Duration linger) throws Exception {
			this.loops = EventLoops.create(new Settings(Map.of(Knobs.TRANSPORT, transport)), false,
					UnaryOperator.identity());
			CompletableFuture<Channel> accepted = new CompletableFuture<>();
			Channel server = new ServerBootstrap().group(this.loops.boss(), this.loops.workers())
				.channelFactory(this.loops.listeners())
				.childHandler(new ChannelInitializer<>() {

					@Override
					protected void initChannel(Channel channel) {
						channel.pipeline().addLast(new Guard(channel, linger));
						accepted.complete(channel);
					}

				})
				.bind(InetAddress.getLoopbackAddress(), 0)
				.sync()
				.channel();
			this.client.setReceiveBufferSize(8192);
			this.client.connect(server.localAddress());
			this.channel = accepted.get(60, TimeUnit.SECONDS);
			this.closed = this.channel.newPromise();
			this.channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[bytes]));
			this.channel.close(this.closed);
		}

		@Override
		public void close() throws IOException {
			this.client.close();
			this.loops.close(Duration.ofSeconds(5));
		}

	}

}
