package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerFactoryAutoConfiguration;
import net.devh.boot.grpc.server.serverfactory.GrpcServerFactory;
import net.devh.boot.grpc.server.serverfactory.GrpcServerLifecycle;
import net.devh.boot.grpc.server.service.GrpcService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.transport.Transport;
import dev.grpctuning.transport.TransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tuned servers that really serve: their threads, limits and ends.
 */
class TunedServerIT {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withPropertyValues("grpc.server.port=0", "grpc.server.address=127.0.0.1",
				"grpc.server.shutdown-grace-period=5s")
		.withBean(Greeter.class)
		.withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class, GrpcServerAutoConfiguration.class,
				GrpcServerFactoryAutoConfiguration.class));

	@AfterEach
	void noThreadOutlivesItsContext() {
		GrpcServerThreads.awaitNone();
	}

	static Stream<Arguments> combinations() {
		return Arrays.stream(Transport.values())
			.flatMap((transport) -> Arrays.stream(ExecutorType.values())
				.map((executor) -> Arguments.of(transport, executor)));
	}

	@ParameterizedTest
	@MethodSource("combinations")
	void whenTransportAndExecutorAreSetThenTheirThreadsServe(Transport transport, ExecutorType executor) {
		assumeAvailable(transport);
		this.runner
			.withPropertyValues("grpc.tuning.transport=" + transport.propertyValue(), "grpc.tuning.worker-threads=2",
					"grpc.tuning.executor.type=" + executor.propertyValue(), "grpc.tuning.executor.threads=2")
			.run((context) -> {
				assertThat(call(context))
					.matches((executor != ExecutorType.DIRECT) ? "grpc-server-app-\\d+" : "grpc-server-worker-\\d+");
				assertThat(GrpcServerThreads.names()).contains("grpc-server-boss-1");
				assertThat(context.getBean(Greeter.class).classLoaders)
					.containsExactly(context.getSourceApplicationContext().getClassLoader());
			});
	}

	@Test
	void whenNothingIsSetThenGrpcsOwnThreadsServe() {
		this.runner.run((context) -> {
			assertThat(call(context)).startsWith("grpc-default-executor-");
			assertThat(GrpcServerThreads.names()).isEmpty();
		});
	}

	@Test
	void whenForkJoinHasTwoThreadsThenNoThirdIsUsed() {
		this.runner
			.withPropertyValues("grpc.tuning.executor.type=fork-join", "grpc.tuning.executor.threads=2",
					"grpc.tuning.executor.thread-name-prefix=grpc-server-app-two-")
			.run((context) -> {
				for (int i = 0; i < 50; i++) {
					assertThat(call(context)).isIn("grpc-server-app-two-1", "grpc-server-app-two-2");
				}
			});
	}

	@Test
	void whenCallsOfAConnectionAreLimitedThenFurtherOnesWaitAtTheClient() {
		this.runner.withPropertyValues("grpc.tuning.max-concurrent-calls-per-connection=2").run((context) -> {
			Greeter greeter = context.getBean(Greeter.class);
			CountDownLatch gate = new CountDownLatch(1);
			ManagedChannel channel = channel(context);
			try {
				// Before the first response the client does not know the limit.
				HelloServiceGrpc.newBlockingStub(channel).sayHello(HelloRequest.getDefaultInstance());
				greeter.gate = gate;
				HelloServiceGrpc.HelloServiceFutureStub stub = HelloServiceGrpc.newFutureStub(channel);
				List<ListenableFuture<HelloResponse>> calls = Stream.generate(HelloRequest::getDefaultInstance)
					.limit(5)
					.map(stub::sayHello)
					.toList();
				await().until(() -> greeter.waiting() == 2);
				await().during(Duration.ofMillis(200)).until(() -> greeter.waiting() == 2);
				gate.countDown();
				for (ListenableFuture<HelloResponse> call : calls) {
					call.get(5, TimeUnit.SECONDS);
				}
				assertThat(greeter.mostWaiting).isEqualTo(2);
			}
			finally {
				gate.countDown();
				channel.shutdownNow();
			}
		});
	}

	@Test
	void whenLimitAndWindowAreSetThenTheServersSettingsFrameSaysSo() {
		this.runner
			.withPropertyValues("grpc.tuning.flow-control-window=1MB",
					"grpc.tuning.max-concurrent-calls-per-connection=1000")
			.run((context) -> assertThat(Http2Preface.serverSettings(port(context)))
				.containsEntry(Http2Preface.MAX_CONCURRENT_STREAMS, 1000L)
				.containsEntry(Http2Preface.INITIAL_WINDOW_SIZE, 1L << 20));
	}

	@Test
	void whenInitialWindowIsSetThenTheServersSettingsFrameSaysSo() {
		this.runner.withPropertyValues("grpc.tuning.initial-flow-control-window=256KB")
			.run((context) -> assertThat(Http2Preface.serverSettings(port(context)))
				.containsEntry(Http2Preface.INITIAL_WINDOW_SIZE, 256L << 10));
	}

	@Test
	void whenServerIsStoppedAndStartedThenItServesWithNewThreads() {
		this.runner
			.withPropertyValues("grpc.tuning.transport=nio", "grpc.tuning.worker-threads=1",
					"grpc.tuning.executor.type=fixed", "grpc.tuning.executor.threads=1")
			.run((context) -> {
				assertThat(call(context)).isEqualTo("grpc-server-app-1");
				GrpcServerLifecycle lifecycle = context.getBean(GrpcServerLifecycle.class);
				lifecycle.stop();
				GrpcServerThreads.awaitNone();
				lifecycle.start();
				assertThat(call(context)).isEqualTo("grpc-server-app-1");
				assertThat(GrpcServerThreads.names()).containsExactlyInAnyOrder("grpc-server-app-1",
						"grpc-server-boss-1", "grpc-server-worker-1");
			});
	}

	@Test
	void whenServerCannotStartAgainThenItLeavesNoThreads() {
		this.runner.withPropertyValues("grpc.tuning.transport=nio").run((context) -> {
			GrpcServerLifecycle lifecycle = context.getBean(GrpcServerLifecycle.class);
			int port = port(context);
			lifecycle.stop();
			try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
				assertThatIllegalStateException().isThrownBy(lifecycle::start);
				assertThat(taken.isBound()).isTrue();
				GrpcServerThreads.awaitNone();
				lifecycle.stop();
			}
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "FORK_JOIN", "FIXED", "CACHED", "VIRTUAL" })
	void whenHandlerRunsAtTheEndThenItIsWaitedFor(ExecutorType executor) {
		this.runner
			.withPropertyValues("grpc.server.shutdown-grace-period=0", "grpc.tuning.transport=auto",
					"grpc.tuning.executor.type=" + executor.propertyValue())
			.run((context) -> {
				Greeter greeter = context.getBean(Greeter.class);
				greeter.gate = new CountDownLatch(1);
				ManagedChannel channel = channel(context);
				try {
					HelloServiceGrpc.newFutureStub(channel).sayHello(HelloRequest.getDefaultInstance());
					await().until(() -> greeter.waiting() == 1);
					Thread stopper = new Thread(context.getBean(GrpcServerLifecycle.class)::stop);
					stopper.start();
					await().until(() -> channel.getState(false) != ConnectivityState.READY);
					greeter.gate.countDown();
					stopper.join(TimeUnit.SECONDS.toMillis(4));
					assertThat(stopper.isAlive()).isFalse();
					assertThat(greeter.interrupted).isFalse();
				}
				finally {
					channel.shutdownNow();
				}
			});
	}

	@ParameterizedTest
	@EnumSource(names = { "NIO", "EPOLL", "IO_URING" })
	void whenPortIsInUseThenNoThreadIsLeft(Transport transport) {
		assumeAvailable(transport);
		this.runner
			.run((first) -> this.runner
				.withPropertyValues("grpc.server.port=" + port(first),
						"grpc.tuning.transport=" + transport.propertyValue(), "grpc.tuning.executor.type=fork-join")
				.run((second) -> {
					assertThat(second).hasFailed();
					GrpcServerThreads.awaitNone();
					assertThat(new GrpcBindFailureAnalyzer(first.getEnvironment()).analyze(failure(second))).isNotNull()
						.satisfies((analysis) -> assertThat(analysis.getDescription()).contains("is already in use"));
				}));
	}

	private static Throwable failure(AssertableApplicationContext context) {
		return Objects.requireNonNull(context.getStartupFailure());
	}

	private static void assumeAvailable(Transport transport) {
		Assumptions.assumeTrue(TransportAvailability.ofThisMachine().unavailabilityReason(transport) == null);
	}

	private static int port(AssertableApplicationContext context) {
		return context.getBean(GrpcServerFactory.class).getPort();
	}

	private static ManagedChannel channel(AssertableApplicationContext context) {
		return NettyChannelBuilder.forAddress("127.0.0.1", port(context)).usePlaintext().build();
	}

	private static String call(AssertableApplicationContext context) {
		ManagedChannel channel = channel(context);
		try {
			return HelloServiceGrpc.newBlockingStub(channel).sayHello(HelloRequest.getDefaultInstance()).getGreeting();
		}
		finally {
			channel.shutdownNow();
		}
	}

	/**
	 * Answers with the name of the thread that it runs on, and waits while it has a gate.
	 */
	@GrpcService
	static class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

		private final Set<ClassLoader> classLoaders = ConcurrentHashMap.newKeySet();

		private volatile CountDownLatch gate = new CountDownLatch(0);

		private volatile int mostWaiting;

		private volatile boolean interrupted;

		int waiting() {
			return this.waiting.size();
		}

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			Thread thread = Thread.currentThread();
			this.classLoaders.add(thread.getContextClassLoader());
			pass(thread);
			response.onNext(HelloResponse.newBuilder().setGreeting(thread.getName()).build());
			response.onCompleted();
		}

		private void pass(Thread thread) {
			this.waiting.add(thread);
			synchronized (this) {
				this.mostWaiting = Math.max(this.mostWaiting, this.waiting.size());
			}
			try {
				this.gate.await();
			}
			catch (InterruptedException ex) {
				this.interrupted = true;
			}
			this.waiting.remove(thread);
		}

	}

}
