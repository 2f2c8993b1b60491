package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DefaultServerSocketChannelConfig;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.server.TuningChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Swaps of servers with listeners of their application's own, with TLS, and with calls
 * that never end.
 */
@Tag("either-framework")
class SwapsIT {

	/** How long a cancelled generation waits for its handlers. */
	private static final String GRACE = "--grpc.server.shutdown-grace-period=1s";

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenApplicationHasNioEventLoopsThenTheServerIsSwapped() {
		EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try (TunedApplication application = TunedApplication.start("executor.type=direct")) {
			application.bean(BuilderHook.class)
				.set((builder) -> builder.bossEventLoopGroup(loops)
					.workerEventLoopGroup(loops)
					.channelType(NioServerSocketChannel.class));
			application.change("worker-threads=1", "generation.change=restart");
			application.change("generation.change=swap");
			try (ConstantLoad load = ConstantLoad.startWaitingForReady(application)) {
				for (int i = 1; i <= 3; i++) {
					TuningChange change = application.change("max-concurrent-calls-per-connection=" + (100 + i));
					assertThat(change.replacement()).isEqualTo(GenerationChange.SWAP);
					assertThat(application.effective(Knobs.TRANSPORT)).isEqualTo("nio");
					load.settle(50);
				}
				load.stop();
				assertThat(load.failures()).isEmpty();
			}
		}
		finally {
			loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
		}
	}

	@Test
	void whenConnectionNeverBeginsTlsThenASwapDoesNotWaitForIt() throws Exception {
		String[] settings = Stream
			.concat(Stream.of("executor.type=direct"), ServerCertificate.create().arguments().stream())
			.toArray(String[]::new);
		try (TunedApplication application = TunedApplication.start(settings)) {
			try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), application.port())) {
				await().until(() -> application.bean(OpenConnections.class).count() == 1);
				TuningChange change = application.change("worker-threads=2", "limit.concurrent-calls=7");
				assertThat(change.tookMillis()).isLessThan(20_000);
				assertThat(application.effective(Knobs.LIMIT_CONCURRENT_CALLS)).isEqualTo(7);
				assertThat(idle.isConnected()).isTrue();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenPortCannotBeSharedThenASwapIsRefusedAndARestartIsMade(boolean dryRun) throws Exception {
		try (TunedApplication application = TunedApplication.start("executor.type=direct", "transport=nio")) {
			application.bean(BuilderHook.class).set((builder) -> builder.channelFactory(Unshareable::new));
			application.change("worker-threads=1", "generation.change=restart");
			application.change("generation.change=swap");
			Tuning tuning = application.bean(Tuning.class);
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> tuning.change(TunedApplication.values("worker-threads=2"), dryRun, null))
				.satisfies((ex) -> assertThat(ex.problems()).singleElement()
					.returns("generation.change", (problem) -> problem.knob())
					.returns("swap", (problem) -> problem.value()));
			assertThat(application.effective(Knobs.WORKER_THREADS)).isEqualTo(1);
			TuningChange change = tuning
				.change(TunedApplication.values("worker-threads=2", "generation.change=restart"), dryRun, null);
			assertThat(change.replacement()).isEqualTo(GenerationChange.RESTART);
			assertThat(application.call()).isNotEmpty();
		}
	}

	@Test
	void whenCallsNeverEndThenOnlySoManyGenerationsDrain() {
		try (TunedApplication application = TunedApplication.start("executor.type=cached", "generation.max-draining=2",
				GRACE)) {
			CountDownLatch gate = application.greeter().closeStreamGate();
			List<Client> clients = Stream.generate(() -> new Client(application)).limit(4).toList();
			List<Iterator<HelloResponse>> held = leaveDraining(application, clients);
			await().untilAsserted(() -> assertThat(application.bean(Generations.class).living())
				.extracting((generation) -> generation.number())
				.containsExactly(3, 4, 5));
			gate.countDown();
			assertThat(held.subList(2, 4)).allMatch(Iterator::hasNext);
			for (Iterator<HelloResponse> cancelled : held.subList(0, 2)) {
				assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(cancelled::hasNext)
					.satisfies((ex) -> assertThat(ex.getStatus().getCode()).isEqualTo(Status.Code.CANCELLED));
			}
			clients.forEach(Client::close);
		}
	}

	@Test
	void whenFarFewerGenerationsMayDrainThenTheOthersAreCancelledTogether() {
		try (TunedApplication application = TunedApplication.start("executor.type=cached",
				"generation.max-draining=30")) {
			CountDownLatch gate = application.greeter().closeStreamGate();
			List<Client> clients = Stream.generate(() -> new Client(application)).limit(25).toList();
			leaveDraining(application, clients);
			TuningChange change = application.change("generation.max-draining=1", "flow-control-window=2MB");
			// Not a second for each.
			assertThat(change.tookMillis()).isLessThan(20_000);
			gate.countDown();
			clients.forEach(Client::close);
		}
	}

	@Test
	void whenThreadOfAChangeIsInterruptedThenTooManyGenerationsAreCancelledAllTheSame() {
		try (TunedApplication application = TunedApplication.start("executor.type=cached", "generation.max-draining=1",
				GRACE)) {
			CountDownLatch gate = application.greeter().closeStreamGate();
			List<Client> clients = List.of(new Client(application), new Client(application));
			leaveDraining(application, clients.subList(0, 1));
			clients.get(1).beginStream();
			await().until(() -> application.greeter().waiting() == 2);
			Thread.currentThread().interrupt();
			application.change("flow-control-window=2MB");
			assertThat(Thread.interrupted()).isTrue();
			await().untilAsserted(() -> assertThat(application.bean(Generations.class).living())
				.extracting((generation) -> generation.number())
				.containsExactly(2, 3));
			gate.countDown();
			clients.forEach(Client::close);
		}
	}

	/** Begins a stream on each of as many generations, which it replaces. */
	private static List<Iterator<HelloResponse>> leaveDraining(TunedApplication application, List<Client> clients) {
		List<Iterator<HelloResponse>> held = new ArrayList<>();
		for (Client client : clients) {
			held.add(client.beginStream());
			await().until(() -> application.greeter().waiting() == held.size());
			application.change("max-concurrent-calls-per-connection=" + (100 + held.size()));
		}
		return held;
	}

	@Test
	void whenCallsNeverEndThenOnlySoManyReplacedExecutorsKeepTheirThreads() throws Exception {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed", "executor.threads=1");
				Client client = new Client(application)) {
			List<Chat> chats = new ArrayList<>();
			for (int i = 1; i <= 15; i++) {
				chats.add(new Chat(client));
				application.change("executor.thread-name-prefix=grpc-server-app-%d-".formatted(i));
			}
			await()
				.untilAsserted(() -> assertThat(GrpcServerThreads.names()).filteredOn((name) -> name.contains("-app-"))
					.hasSizeLessThanOrEqualTo(11));
			for (Chat chat : chats) {
				chat.send(2);
				chat.end();
			}
			await()
				.untilAsserted(() -> assertThat(GrpcServerThreads.names()).filteredOn((name) -> name.contains("-app-"))
					.hasSizeLessThanOrEqualTo(2));
		}
	}

	/** Cannot share its port. */
	private static final class Unshareable extends NioServerSocketChannel {

		@Override
		public ServerSocketChannelConfig config() {
			return new DefaultServerSocketChannelConfig(this, javaChannel().socket()) {

				@Override
				public <T> boolean setOption(ChannelOption<T> option, T value) {
					return !option.name().contains("REUSEPORT") && super.setOption(option, value);
				}

			};
		}

	}

}
