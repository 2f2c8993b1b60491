package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.SmartLifecycle;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.transport.NettyTransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/** Tuned servers that really serve: their threads, limits and ends. */
class TunedServerIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	/** Each transport and each executor, as neither knows the other. */
	static Stream<Arguments> combinations() {
		List<Transport> transports = Arrays.stream(Transport.values()).filter(TunedServerIT::isAvailable).toList();
		return TunedApplication.executors()
			.stream()
			.map((executor) -> Arguments.of(transports.get(executor.ordinal() % transports.size()), executor));
	}

	@ParameterizedTest
	@MethodSource("combinations")
	void whenTransportAndExecutorAreSetThenTheirThreadsServe(Transport transport, ExecutorType executor) {
		try (TunedApplication application = TunedApplication.start("transport=" + transport.propertyValue(),
				"worker-threads=2", "executor.type=" + executor.propertyValue(), "executor.threads=2")) {
			assertThat(application.call())
				.matches((executor != ExecutorType.DIRECT) ? "grpc-server-app-\\d+" : "grpc-server-worker-\\d+");
			assertThat(GrpcServerThreads.names()).contains("grpc-server-boss-1");
			assertThat(application.greeter().classLoaders()).containsExactly(application.context().getClassLoader());
		}
	}

	@Test
	void whenNothingIsSetThenGrpcsOwnThreadsServe() {
		try (TunedApplication application = TunedApplication.start()) {
			assertThat(application.call()).startsWith("grpc-default-executor-");
			assertThat(GrpcServerThreads.names()).isEmpty();
		}
	}

	@Tag("either-framework")
	@Test
	void whenForkJoinHasTwoThreadsThenNoThirdIsUsed() {
		try (TunedApplication application = TunedApplication.start("executor.type=fork-join", "executor.threads=2",
				"executor.thread-name-prefix=grpc-server-app-two-")) {
			for (int i = 0; i < 50; i++) {
				assertThat(application.call()).isIn("grpc-server-app-two-1", "grpc-server-app-two-2");
			}
		}
	}

	@Tag("either-framework")
	@Test
	void whenCallsOfAConnectionAreLimitedThenFurtherOnesWaitAtTheClient() throws Exception {
		try (TunedApplication application = TunedApplication.start("max-concurrent-calls-per-connection=2")) {
			Greeter greeter = application.greeter();
			ManagedChannel channel = application.channel();
			// Before the first response the client does not know the limit.
			HelloServiceGrpc.newBlockingStub(channel).sayHello(HelloRequest.getDefaultInstance());
			CountDownLatch gate = greeter.closeGate();
			try {
				HelloServiceGrpc.HelloServiceFutureStub stub = HelloServiceGrpc.newFutureStub(channel);
				List<ListenableFuture<HelloResponse>> calls = Stream.generate(HelloRequest::getDefaultInstance)
					.limit(5)
					.map(stub::sayHello)
					.toList();
				await().until(() -> greeter.waiting() == 2);
				await().during(Duration.ofMillis(200)).until(() -> greeter.waiting() == 2);
				gate.countDown();
				for (ListenableFuture<HelloResponse> call : calls) {
					call.get(60, TimeUnit.SECONDS);
				}
				assertThat(greeter.mostWaiting()).isEqualTo(2);
			}
			finally {
				gate.countDown();
				channel.shutdownNow();
			}
		}
	}

	@Test
	void whenLimitAndWindowAreSetThenTheServersSettingsFrameSaysSo() throws Exception {
		try (TunedApplication application = TunedApplication.start("flow-control-window=1MB",
				"max-concurrent-calls-per-connection=1000")) {
			assertThat(Http2Preface.serverSettings(application.port()))
				.containsEntry(Http2Preface.MAX_CONCURRENT_STREAMS, 1000L)
				.containsEntry(Http2Preface.INITIAL_WINDOW_SIZE, 1L << 20);
		}
	}

	@Tag("either-framework")
	@Test
	void whenInitialWindowIsSetThenTheServersSettingsFrameSaysSo() throws Exception {
		try (TunedApplication application = TunedApplication.start("initial-flow-control-window=256KB")) {
			assertThat(Http2Preface.serverSettings(application.port())).containsEntry(Http2Preface.INITIAL_WINDOW_SIZE,
					256L << 10);
		}
	}

	@Test
	void whenServerIsStoppedAndStartedThenItServesWithNewThreads() {
		try (TunedApplication application = TunedApplication.start("transport=nio", "worker-threads=1",
				"executor.type=fixed", "executor.threads=1")) {
			assertThat(application.call()).isEqualTo("grpc-server-app-1");
			SmartLifecycle lifecycle = application.lifecycle();
			lifecycle.stop();
			GrpcServerThreads.awaitNone();
			lifecycle.start();
			assertThat(application.call()).isEqualTo("grpc-server-app-1");
			assertThat(GrpcServerThreads.names()).containsExactlyInAnyOrder("grpc-server-app-1", "grpc-server-boss-1",
					"grpc-server-worker-1");
		}
	}

	@Test
	void whenServerCannotStartAgainThenItLeavesNoThreads() throws Exception {
		try (TunedApplication application = TunedApplication.start("transport=nio")) {
			SmartLifecycle lifecycle = application.lifecycle();
			int port = application.port();
			lifecycle.stop();
			try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
				assertThatIllegalStateException().isThrownBy(lifecycle::start);
				assertThat(taken.isBound()).isTrue();
				GrpcServerThreads.awaitNone();
				lifecycle.stop();
			}
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "FORK_JOIN", "FIXED", "CACHED", "VIRTUAL" })
	void whenHandlerRunsAtTheEndThenItIsWaitedFor(ExecutorType executor) throws Exception {
		try (TunedApplication application = TunedApplication.start("--grpc.server.shutdown-grace-period=0",
				"--spring.grpc.server.shutdown.grace-period=0", "transport=auto",
				"executor.type=" + executor.propertyValue())) {
			Greeter greeter = application.greeter();
			CountDownLatch gate = greeter.closeGate();
			ManagedChannel channel = application.channel();
			try {
				HelloServiceGrpc.newFutureStub(channel).sayHello(HelloRequest.getDefaultInstance());
				await().until(() -> greeter.waiting() == 1);
				Thread stopper = new Thread(application.lifecycle()::stop);
				stopper.start();
				await().until(() -> channel.getState(false) != ConnectivityState.READY);
				gate.countDown();
				stopper.join(TimeUnit.MINUTES.toMillis(1));
				assertThat(stopper.isAlive()).isFalse();
				assertThat(greeter.wasInterrupted()).isFalse();
			}
			finally {
				gate.countDown();
				channel.shutdownNow();
			}
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "NIO", "EPOLL", "IO_URING" })
	void whenPortIsInUseThenNoThreadIsLeft(Transport transport) {
		Assumptions.assumeTrue(isAvailable(transport));
		try (TunedApplication first = TunedApplication.start()) {
			assertThatException()
				.isThrownBy(() -> TunedApplication.start(TunedApplication.Application.class, first.port(),
						"transport=" + transport.propertyValue(), "executor.type=fork-join"))
				.satisfies((failure) -> assertThat(
						new GrpcBindFailureAnalyzer(first.context().getBeanFactory(), first.context().getEnvironment())
							.analyze(failure))
					.isNotNull()
					.satisfies((analysis) -> assertThat(analysis.getDescription()).contains("is already in use")));
			GrpcServerThreads.awaitNone();
		}
	}

	private static boolean isAvailable(Transport transport) {
		return new NettyTransportAvailability().unavailabilityReason(transport) == null;
	}

}
