package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

import dev.grpctuning.settings.Knobs;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Servers that their framework starts, stops and starts again. */
class TunedServerIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenNothingIsSetThenGrpcsOwnThreadsServe() {
		try (TunedApplication application = TunedApplication.start()) {
			assertThat(application.call()).startsWith("grpc-default-executor-");
			assertThat(GrpcServerThreads.names()).isEmpty();
		}
	}

	@Test
	void whenServerIsStoppedAndStartedThenItServesWithNewThreadsAndWhatItWasChangedTo() {
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
			application.change("worker-threads=2", "executor.type=cached", "limit.concurrent-calls=5");
			lifecycle.stop();
			lifecycle.start();
			assertThat(application.effective(Knobs.WORKER_THREADS)).isEqualTo(2);
			assertThat(application.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("cached");
			assertThat(application.effective(Knobs.LIMIT_CONCURRENT_CALLS)).isEqualTo(5);
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

	@Test
	void whenPortIsInUseThenNoThreadIsLeft() {
		try (TunedApplication first = TunedApplication.start()) {
			assertThatException()
				.isThrownBy(() -> TunedApplication.start(TunedApplication.Application.class, first.port(),
						"worker-threads=1", "executor.type=fork-join"))
				.satisfies((failure) -> assertThat(
						new GrpcBindFailureAnalyzer(first.context().getEnvironment()).analyze(failure))
					.isNotNull()
					.satisfies((analysis) -> assertThat(analysis.getDescription())
						.contains(String.valueOf(first.port()), "Address already in use")));
			GrpcServerThreads.awaitNone();
		}
	}

	@Test
	void whenServerIsReplacedThenEachGenerationHasThePortOfTheFirst() {
		try (TunedApplication application = TunedApplication.start(TunedApplication.Application.class, 0)) {
			int port = application.port();
			assertThat(port).isPositive();
			application.change("worker-threads=1");
			assertThat(application.port()).isEqualTo(port);
			application.change("generation.change=restart", "worker-threads=3");
			assertThat(application.port()).isEqualTo(port);
			application.change("worker-threads");
			assertThat(application.effective(Knobs.WORKER_THREADS)).isNotEqualTo(3);
			assertThat(application.port()).isEqualTo(port);
			assertThat(GreetingServer.call(port)).isNotEmpty();
		}
	}

}
