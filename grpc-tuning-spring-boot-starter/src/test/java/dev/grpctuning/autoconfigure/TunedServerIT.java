package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.SmartLifecycle;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.testkit.greeting.Greeter;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;
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

	@Test
	void whenHandlersRunOnThreadsOfTheStarterThenTheseHaveTheClassLoaderOfTheApplication() {
		try (TunedApplication application = TunedApplication.start("executor.type=fork-join")) {
			assertThat(application.call()).startsWith("grpc-server-app-");
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
