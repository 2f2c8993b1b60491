package dev.grpctuning;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.adaptive.MethodPlace.MethodState;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Methods on event loops and on an executor, by how long their handlers take. */
class AdaptiveIT {

	private static final String HELLO = "hello.v1.HelloService/SayHello";

	private static final String STREAM = "hello.v1.HelloService/SayHelloStream";

	@Test
	void whenAMethodIsQuickThenItRunsOnTheEventLoopUntilItBlocks() {
		try (PlainServer server = PlainServer.startMeasured("executor.type=adaptive", "executor.threads=1");
				Client client = new Client(server)) {
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-1");
			awaitOnLoop(client::sayHello);
			MeterRegistry registry = server.registry();
			assertThat(registry.get("grpc.tuning.method.direct").tag("grpc.method", HELLO).gauges()).hasSize(1);
			server.greeter().work(Duration.ofMillis(5));
			assertThat(Stream.generate(client::sayHello).limit(4).toList()).element(3).isEqualTo("grpc-server-app-1");
			MethodState blocked = state(server, HELLO);
			assertThat(blocked.direct()).isFalse();
			assertThat(blocked.departures()).isPositive();
			assertThat(registry.get("grpc.tuning.method.direct").tag("grpc.method", HELLO).gauge().value()).isZero();
			assertThat(registry.get("grpc.tuning.method.departures").functionCounter().count())
				.isEqualTo(blocked.departures());
			server.change("executor.type=fork-join");
			assertThat(client.sayHello()).startsWith("grpc-server-app-");
			assertThat(registry.find("grpc.tuning.method.direct").gauges()).isEmpty();
			assertThat(server.executor("main").methods()).isNull();
		}
	}

	@Test
	void whenAHandlerDoesNotReturnThenItsMethodHasMovedMeanwhile() {
		try (PlainServer server = PlainServer.start("executor.type=adaptive", "worker-threads=2");
				Client client = new Client(server);
				Client other = new Client(server)) {
			other.sayHello();
			CountDownLatch gate;
			Future<HelloResponse> stuck;
			boolean onLoop;
			// On a busy machine, it may just have moved.
			do {
				awaitOnLoop(client::sayHello);
				gate = server.greeter().closeGate();
				stuck = client.begin();
				await().until(() -> server.greeter().waiting() == 1);
				onLoop = isOnLoop(server.greeter().waitingThreads().iterator().next().getName());
				if (!onLoop) {
					gate.countDown();
				}
			}
			while (!onLoop);
			await().until(() -> !state(server, HELLO).direct());
			Future<HelloResponse> next = other.begin();
			await().until(() -> server.greeter().waiting() == 2);
			gate.countDown();
			assertThat(Client.greeting(stuck)).startsWith("grpc-server-worker-");
			assertThat(Client.greeting(next)).startsWith("grpc-server-app-");
		}
	}

	@Test
	void whenAThreadOfTheHandlersOwnAnswersThenItsMethodShowsIt() {
		ScheduledExecutorService own = Executors.newScheduledThreadPool(1, (task) -> new Thread(task, "own"));
		try (PlainServer server = PlainServer.start("executor.type=adaptive"); Client client = new Client(server)) {
			awaitOnLoop(client::sayHello);
			awaitOnLoop(client::sayHelloStream);
			assertThat(server.executor("main").methods()).extracting(MethodState::ownThreads).containsOnly(false);
			server.greeter().answerFrom(own);
			assertThat(List.of(client.sayHello(), client.sayHelloStream())).containsOnly("own");
			assertThat(server.executor("main").methods()).extracting(MethodState::ownThreads).containsOnly(true);
			server.greeter().answerFrom(null);
			client.sayHello();
			assertThat(state(server, HELLO).ownThreads()).isFalse();
			assertThat(state(server, STREAM).ownThreads()).isTrue();
		}
		finally {
			own.shutdown();
		}
	}

	/** Calls until the last call ran on an event loop. */
	private static void awaitOnLoop(Supplier<String> call) {
		await().until(() -> Stream.generate(call).limit(50).anyMatch(AdaptiveIT::isOnLoop));
	}

	private static boolean isOnLoop(String thread) {
		return thread.startsWith("grpc-server-worker-");
	}

	private static MethodState state(PlainServer server, String method) {
		return Objects.requireNonNull(server.executor("main").methods())
			.stream()
			.filter((state) -> state.method().equals(method))
			.findFirst()
			.orElseThrow();
	}

}
