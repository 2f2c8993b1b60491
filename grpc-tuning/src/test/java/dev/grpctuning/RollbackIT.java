package dev.grpctuning;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.grpc.InternalChannelz;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.BuilderHook;
import dev.grpctuning.testkit.greeting.ConstantLoad;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Changes whose new server cannot start: the former settings stay in force. */
class RollbackIT {

	@Test
	void whenNewServerCannotBindThenTheOldOneGoesOn() throws Exception {
		try (ServerSocket taken = Ports.taken()) {
			assertOldServerGoesOn(GenerationChange.SWAP, (builder) -> builder.addListenAddress(addressOf(taken)),
					"could not start");
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenNewServerCannotBeBuiltThenTheOldOneGoesOn(GenerationChange change) throws Exception {
		assertOldServerGoesOn(change, (builder) -> {
			throw new IllegalArgumentException("no such certificate");
		}, "no such certificate");
	}

	private static void assertOldServerGoesOn(GenerationChange change, Consumer<NettyServerBuilder> sabotage,
			String reason) throws Exception {
		try (PlainServer server = PlainServer.start("transport=nio", "worker-threads=1", "executor.type=fixed",
				"executor.threads=2", "generation.change=" + change.propertyValue());
				ConstantLoad load = ConstantLoad.start(server)) {
			Tuning tuning = server.tuning();
			Generation serving = server.serving();
			Settings settings = tuning.settings();
			int servers = serversOfGrpc();
			List<String> threads = GrpcServerThreads.names();
			server.hook().set(sabotage);
			for (int attempt = 1; attempt <= 3; attempt++) {
				TuningChange failed = server.tryChange("worker-threads=2", "executor.type=cached",
						"limit.concurrent-calls=1");
				assertThat(failed.outcome()).isEqualTo(TuningChange.Outcome.ROLLED_BACK);
				assertThat(failed.detail()).contains(reason);
				assertThat(failed.generation()).isOne();
				assertThat(failed.changes()).extracting(KnobChange::knob)
					.containsExactly("worker-threads", "executor.type", "limit.concurrent-calls");
				load.awaitAnswers(50);
			}
			assertThat(tuning.history().changes()).hasSize(3);
			assertThat(server.generations().living()).containsExactly(serving);
			assertThat(serversOfGrpc()).isEqualTo(servers);
			assertThat(tuning.settings()).isEqualTo(settings);
			assertThat(tuning.reading().configured().get(Knobs.WORKER_THREADS)).returns("1", (value) -> value.value());
			assertThat(tuning.reading().configured().get(Knobs.LIMIT_CONCURRENT_CALLS)).isNull();
			await().untilAsserted(
					() -> assertThat(GrpcServerThreads.names()).containsExactlyInAnyOrderElementsOf(threads));
			assertThat(server.call()).startsWith("grpc-server-app-");
			load.stop();
			assertThat(load.failures()).isEmpty();
			server.hook().clear();
			server.change("worker-threads=2");
			assertThat(server.call()).startsWith("grpc-server-app-");
		}
	}

	private static int serversOfGrpc() {
		return InternalChannelz.instance().getServers(0, 10_000).servers.size();
	}

	@Test
	void whenRestartedServerCannotBindThenOneWithTheOldSettingsServes() throws Exception {
		try (PlainServer server = PlainServer.start("worker-threads=1", "executor.type=fixed", "executor.threads=1",
				"generation.change=restart"); ConstantLoad load = ConstantLoad.startWaitingForReady(server)) {
			assertThat(server.change("executor.threads=2").generation()).isOne();
			failToStartThenToBeBuilt(server.hook());
			TuningChange failed = server.tryChange("worker-threads=2", "executor.type=cached");
			assertThat(failed.outcome()).isEqualTo(TuningChange.Outcome.RESTORED);
			assertThat(failed.replacement()).isEqualTo(GenerationChange.RESTART);
			assertThat(failed.generation()).isEqualTo(server.serving().number()).isGreaterThan(1);
			assertThat(failed.detail()).contains("could not start");
			load.awaitAnswers(50);
			assertThat(server.effective(Knobs.WORKER_THREADS)).isEqualTo(1);
			assertThat(server.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(server.effective(Knobs.EXECUTOR_THREADS)).isEqualTo(2);
			load.stop();
			assertThat(load.failures()).isEmpty();
			await().untilAsserted(() -> assertThat(GrpcServerThreads.names()).contains("grpc-server-app-1")
				.containsOnly("grpc-server-boss-1", "grpc-server-worker-1", "grpc-server-app-1", "grpc-server-app-2"));
			server.change("worker-threads=2");
			assertThat(server.call()).startsWith("grpc-server-app-");
		}
	}

	@Test
	void whenRestartedServerFailsWithAnErrorThenOneWithTheOldSettingsServes() throws Exception {
		try (PlainServer server = PlainServer.start("transport=nio", "worker-threads=1", "generation.change=restart")) {
			server.hook()
				.setOnce((builder) -> builder
					.bossEventLoopGroup(new MultiThreadIoEventLoopGroup(1, (ThreadFactory) (task) -> {
						throw new LinkageError("no native library");
					}, NioIoHandler.newFactory())));
			TuningChange failed = server.tryChange("worker-threads=2");
			assertThat(failed.outcome()).isEqualTo(TuningChange.Outcome.RESTORED);
			assertThat(failed.detail()).contains("could not start: no native library");
			assertThat(server.effective(Knobs.WORKER_THREADS)).isEqualTo(1);
			assertThat(server.call()).isNotEmpty();
		}
	}

	private static void failToStartThenToBeBuilt(BuilderHook hook) {
		hook.set((builder) -> {
			hook.setOnce((next) -> {
				throw new IllegalArgumentException("no certificate just now");
			});
			builder.channelFactory(() -> {
				throw new IllegalStateException("no more sockets");
			});
		});
	}

	@Test
	void whenRestartedServerCannotBindNorTheOldOneThenALaterChangeServesAgain() throws Exception {
		try (ServerSocket taken = Ports.taken();
				PlainServer server = PlainServer.start("worker-threads=1", "generation.change=restart")) {
			BuilderHook hook = server.hook();
			hook.set((builder) -> builder.addListenAddress(addressOf(taken)));
			TuningChange failed = server.tryChange("worker-threads=2");
			assertThat(failed.outcome()).isEqualTo(TuningChange.Outcome.FAILED);
			assertThat(failed.detail()).contains("restart the application");
			hook.clear();
			server.change("worker-threads=2");
			assertThat(server.call()).isNotEmpty();
		}
	}

	private static InetSocketAddress addressOf(ServerSocket socket) {
		return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
	}

}
