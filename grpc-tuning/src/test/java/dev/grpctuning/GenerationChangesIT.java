package dev.grpctuning;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * How generations change places, also when others want the port or two changes come at
 * once.
 */
@ExtendWith(OutputCaptureExtension.class)
class GenerationChangesIT {

	/**
	 * The JDK closes a socket when its selector next looks, which may be after Netty says
	 * that it is closed.
	 */
	@Test
	void whenListeningSocketIsClosedLateThenRestartWaitsForThePort() {
		try (PlainServer server = PlainServer.start("generation.change=restart", "transport=nio")) {
			CountDownLatch late = new CountDownLatch(1);
			CountDownLatch changed = new CountDownLatch(1);
			server.hook().setOnce((builder) -> builder.channelFactory(() -> {
				NioServerSocketChannel listener = new NioServerSocketChannel();
				listener.pipeline().addLast(new ChannelInboundHandlerAdapter() {

					@Override
					public void channelInactive(ChannelHandlerContext context) throws Exception {
						changed.await(500, TimeUnit.MILLISECONDS);
						late.countDown();
					}

				});
				return listener;
			}));
			server.change("worker-threads=2");
			server.change("worker-threads=3");
			assertThat(late.getCount()).isZero();
			changed.countDown();
			assertThat(server.call()).isNotEmpty();
		}
	}

	@Test
	void whenTwoChangesComeAtOnceThenBothAreInForce() throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "worker-threads=9")) {
			for (int i = 1; i <= 4; i++) {
				CyclicBarrier together = new CyclicBarrier(2);
				Future<TuningChange> one = changeTogether(server, together, "worker-threads=" + i,
						"executor.threads=" + i);
				Future<TuningChange> other = changeTogether(server, together,
						"max-concurrent-calls-per-connection=" + i, "limit.concurrent-calls=" + i);
				assertThat(List.of(one.get().generation(), other.get().generation())).containsExactlyInAnyOrder(2 * i,
						2 * i + 1);
				for (Knob<?> knob : List.of(Knobs.WORKER_THREADS, Knobs.EXECUTOR_THREADS,
						Knobs.MAX_CONCURRENT_CALLS_PER_CONNECTION, Knobs.LIMIT_CONCURRENT_CALLS)) {
					assertThat(server.effective(knob)).as(knob.name()).isEqualTo(i);
				}
			}
			assertThat(server.tuning().history().changes()).hasSize(8)
				.allMatch((change) -> change.outcome() == TuningChange.Outcome.APPLIED);
		}
	}

	@Test
	void whenAListenerFailsThenTheChangeIsCompletedAllTheSame() {
		try (PlainServer server = PlainServer.start("executor.type=fixed")) {
			server.onStart((generation) -> {
				throw new IllegalStateException("no room for a meter");
			});
			Tuning tuning = server.tuning();
			tuning.history().onChange((change) -> {
				throw new IllegalStateException("no room for another one");
			});
			assertThat(server.change("worker-threads=2").generation()).isEqualTo(2);
			assertThat(tuning.history().changes()).hasSize(1);
			assertThat(server.effective(Knobs.WORKER_THREADS)).isEqualTo(2);
			await().untilAsserted(() -> assertThat(server.generations().living()).containsExactly(server.serving()));
			assertThat(server.serving().parts().addresses()).hasSize(1);
			assertThat(server.call()).startsWith("grpc-server-app-");
		}
	}

	private static Future<TuningChange> changeTogether(PlainServer server, CyclicBarrier together, String... changes) {
		FutureTask<TuningChange> change = new FutureTask<>(() -> {
			together.await();
			return server.change(changes);
		});
		new Thread(change).start();
		return change;
	}

	@Test
	void whenTheFirstSwapChangesTheTransportThenNettyDoesNotWarn(CapturedOutput output) {
		try (PlainServer server = PlainServer.start()) {
			assertThat(server.change("transport=nio", "executor.type=fixed").replacement())
				.isEqualTo(GenerationChange.SWAP);
			assertThat(server.call()).startsWith("grpc-server-app-");
			assertThat(output.getAll()).doesNotContain("Unknown channel option");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "nio", "auto" })
	void whenServerWasSwappedThenAnotherCannotBindItsPort(String transport) {
		try (PlainServer server = PlainServer.start("transport=" + transport)) {
			for (int i = 1; i <= 2; i++) {
				assertThat(server.change("worker-threads=" + i).replacement()).isEqualTo(GenerationChange.SWAP);
				assertThatException()
					.isThrownBy(() -> new PlainServer.Options().port(server.port()).start("transport=" + transport))
					.havingRootCause()
					.withMessageContaining("Address already in use");
			}
			assertThat(server.call()).startsWith("grpc-");
		}
	}

	@Test
	void whenServerWasNotSwappedYetThenNobodyCanShareItsPort() throws Exception {
		try (PlainServer server = PlainServer.start("transport=nio"); ServerSocket socket = new ServerSocket()) {
			socket.setOption(StandardSocketOptions.SO_REUSEPORT, true);
			assertThatExceptionOfType(BindException.class).isThrownBy(
					() -> socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), server.port())));
		}
	}

}
