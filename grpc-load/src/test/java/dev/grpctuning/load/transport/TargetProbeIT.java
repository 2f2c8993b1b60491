package dev.grpctuning.load.transport;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.transport.TargetAddress.HostResolver;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** {@link TargetProbe} and sockets. */
@Timeout(30)
class TargetProbeIT {

	private static final Duration LONG = Duration.ofSeconds(20);

	private static final HostResolver TWO_ADDRESSES = (
			name) -> new InetAddress[] { InetAddress.getByName("127.0.0.3"), InetAddress.getByName("127.0.0.1") };

	@Test
	void whenTheNameHasSeveralAddressesThenOneThatAcceptsIsEnough() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
			TargetAddress address = new TargetAddress("several.test", socket.getLocalPort());
			TargetProbe.probe(address, LONG, TWO_ADDRESSES);
			assertThat(socket.accept().getInetAddress().isLoopbackAddress()).isTrue();
		}
	}

	@Test
	void whenTheNameIsNotResolvedInTimeThenTheProbeEnds() {
		CountDownLatch resolving = new CountDownLatch(1);
		assertThatExceptionOfType(TargetUnreachableException.class)
			.isThrownBy(() -> TargetProbe.probe(new TargetAddress("slow.test", 1), Duration.ofMillis(50), (name) -> {
				Uninterruptibles.awaitUninterruptibly(resolving);
				return InetAddress.getAllByName("127.0.0.1");
			}))
			.withMessage("no gRPC server at slow.test:1: the host name was not resolved within 50 ms");
		resolving.countDown();
	}

	@Test
	void whenInterruptedWhileItConnectsThenTheProbeEnds() throws Exception {
		List<SocketChannel> queued = new ArrayList<>();
		try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			for (int i = 0; i < 10; i++) {
				SocketChannel channel = SocketChannel.open();
				queued.add(channel);
				channel.configureBlocking(false);
				channel.connect(full.getLocalSocketAddress());
			}
			TargetAddress address = new TargetAddress("127.0.0.1", full.getLocalPort());
			FutureTask<Void> probe = new FutureTask<>(() -> {
				TargetProbe.probe(address, LONG, HostResolver.SYSTEM);
				return null;
			});
			Thread thread = Thread.ofPlatform().daemon().start(probe);
			await().until(() -> Arrays.stream(thread.getStackTrace())
				.anyMatch((frame) -> frame.getMethodName().equals("connect")));
			thread.interrupt();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(probe::get)
				.withCauseInstanceOf(InterruptedException.class);
		}
		finally {
			for (SocketChannel channel : queued) {
				channel.close();
			}
		}
	}

	@Test
	void whenNoneOfThemAcceptsThenTheReasonIsSaid() throws Exception {
		int port = Ports.free();
		TargetAddress address = new TargetAddress("several.test", port);
		assertThatExceptionOfType(TargetUnreachableException.class)
			.isThrownBy(() -> TargetProbe.probe(address, LONG, TWO_ADDRESSES))
			.withMessage("no gRPC server at several.test:%d: Connection refused", port);
	}

}
