package dev.grpctuning;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.Chat;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.ConstantLoad;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Swaps of servers with listeners of their program's own, with TLS, and with calls that
 * never end.
 */
class SwapsIT {

	@Test
	void whenTheProgramHasNioEventLoopsThenTheServerIsSwapped() {
		EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		try (PlainServer server = PlainServer.start("executor.type=direct")) {
			server.hook()
				.set((builder) -> builder.bossEventLoopGroup(loops)
					.workerEventLoopGroup(loops)
					.channelType(NioServerSocketChannel.class));
			server.change("worker-threads=1", "generation.change=restart");
			server.change("generation.change=swap");
			try (ConstantLoad load = ConstantLoad.startWaitingForReady(server)) {
				for (int i = 1; i <= 3; i++) {
					TuningChange change = server.change("max-concurrent-calls-per-connection=" + (100 + i));
					assertThat(change.replacement()).isEqualTo(GenerationChange.SWAP);
					assertThat(server.effective(Knobs.TRANSPORT)).isEqualTo("nio");
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
		try (PlainServer server = new PlainServer.Options().tls(ServerCertificate.create())
			.start("executor.type=direct")) {
			try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
				await().until(() -> server.connections().count() == 1);
				TuningChange change = server.change("worker-threads=2", "limit.concurrent-calls=7");
				assertThat(change.tookMillis()).isLessThan(20_000);
				assertThat(server.effective(Knobs.LIMIT_CONCURRENT_CALLS)).isEqualTo(7);
				assertThat(idle.isConnected()).isTrue();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenPortCannotBeSharedThenASwapIsRefusedAndARestartIsMade(boolean dryRun) throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=direct", "transport=nio")) {
			server.hook().set((builder) -> builder.channelFactory(Unshareable::new));
			server.change("worker-threads=1", "generation.change=restart");
			server.change("generation.change=swap");
			Tuning tuning = server.tuning();
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> change(tuning, dryRun, "worker-threads=2"))
				.satisfies((ex) -> assertThat(ex.problems()).singleElement()
					.returns("generation.change", (problem) -> problem.knob())
					.returns("swap", (problem) -> problem.value()));
			assertThat(server.effective(Knobs.WORKER_THREADS)).isEqualTo(1);
			TuningChange change = change(tuning, dryRun, "worker-threads=2", "generation.change=restart");
			assertThat(change.replacement()).isEqualTo(GenerationChange.RESTART);
			assertThat(server.call()).isNotEmpty();
		}
	}

	private static TuningChange change(Tuning tuning, boolean dryRun, String... values)
			throws InvalidTuningException, NoServerException {
		WantedChange wanted = WantedChange.of(TextSettings.values(values));
		return dryRun ? tuning.tryOut(wanted) : tuning.change(wanted);
	}

	@Test
	void whenCallsNeverEndThenOnlySoManyGenerationsDrain() {
		try (PlainServer server = PlainServer.start("executor.type=cached", "generation.max-draining=2")) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			List<Client> clients = Stream.generate(() -> new Client(server)).limit(4).toList();
			List<Iterator<HelloResponse>> held = leaveDraining(server, clients);
			await().untilAsserted(
					() -> assertThat(server.generations().living()).extracting((generation) -> generation.number())
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

	/** Begins a stream on each of as many generations, which it replaces. */
	private static List<Iterator<HelloResponse>> leaveDraining(PlainServer server, List<Client> clients) {
		List<Iterator<HelloResponse>> held = new ArrayList<>();
		for (Client client : clients) {
			held.add(client.beginStream());
			await().until(() -> server.greeter().waiting() == held.size());
			server.change("max-concurrent-calls-per-connection=" + (100 + held.size()));
		}
		return held;
	}

	@Test
	void whenCallsNeverEndThenOnlySoManyReplacedExecutorsKeepTheirThreads() throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1");
				Client client = new Client(server)) {
			List<Chat> chats = new ArrayList<>();
			for (int i = 1; i <= 15; i++) {
				chats.add(new Chat(client));
				server.change("executor.thread-name-prefix=grpc-server-app-%d-".formatted(i));
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
