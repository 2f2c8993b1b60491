package dev.grpctuning;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/** Executors for some methods, and for a share of the calls. */
class RoutesAndCanaryIT {

	private static final String HELLO = "hello.v1.HelloService/SayHello";

	private static final String STREAM = "hello.v1.HelloService/SayHelloStream";

	@Test
	void whenMethodWithARouteBlocksItsThreadThenOthersAreAnswered() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"executor.routes[0].method=" + STREAM, "executor.routes[0].type=fixed", "executor.routes[0].threads=1");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			List<Iterator<HelloResponse>> blocked = Stream.generate(client::beginStream).limit(5).toList();
			await().until(() -> server.executor(STREAM).active() == 1 && server.executor(STREAM).queued() == 4);
			for (int i = 0; i < 50; i++) {
				assertThat(client.sayHello()).isEqualTo("grpc-server-app-1");
			}
			assertThat(server.executor(STREAM).queued()).isEqualTo(4);
			gate.countDown();
			assertThat(blocked)
				.allSatisfy((call) -> assertThat(call.next().getGreeting()).isEqualTo("grpc-server-route-1-1"));
		}
	}

	@Test
	void whenRouteIsAddedAndRemovedThenCallsFollowAndItsThreadsEnd() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1");
				Client client = new Client(server)) {
			assertThat(client.sayHelloStream()).isEqualTo("grpc-server-app-1");
			server.change("executor.routes[0].method=" + STREAM, "executor.routes[0].type=fixed",
					"executor.routes[0].threads=1");
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> routed = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			assertThat(server.change("executor.routes=").generation()).isOne();
			assertThat(client.sayHello()).isEqualTo("grpc-server-app-1");
			assertThat(GrpcServerThreads.names()).contains("grpc-server-route-1-1");
			gate.countDown();
			assertThat(routed.next().getGreeting()).isEqualTo("grpc-server-route-1-1");
			assertThat(client.sayHelloStream()).isEqualTo("grpc-server-app-1");
			await().untilAsserted(() -> assertThat(GrpcServerThreads.names()).doesNotContain("grpc-server-route-1-1"));
		}
	}

	@Test
	void whenPatternIsGivenThenOnlyMethodsThatItMatchesAreRouted() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1");
				Client client = new Client(server)) {
			List.of("hello.v1.HelloService/SayHello*", "hello.v1.HelloService/*", "hello.*/*", "*")
				.forEach((pattern) -> assertRouted(server, client, pattern, true, true));
			List.of(HELLO, "hello.v1.HelloService/*Hello", "*.HelloService/Say*o")
				.forEach((pattern) -> assertRouted(server, client, pattern, true, false));
			List.of(STREAM, "*.HelloService/*Stream", "*/SayHello*S*")
				.forEach((pattern) -> assertRouted(server, client, pattern, false, true));
			List.of("hello.v1/SayHello", "hello.v1.HelloService/sayHello", "hello.v1.Hello.ervice/*",
					"v1.HelloService/*", "hello.v1.*.HelloService/*")
				.forEach((pattern) -> assertRouted(server, client, pattern, false, false));
		}
	}

	private static void assertRouted(PlainServer server, Client client, String pattern, boolean hello, boolean stream) {
		server.change("executor.routes[0].method=" + pattern, "executor.routes[0].type=fixed",
				"executor.routes[0].threads=1");
		assertThat(client.sayHello()).as(pattern).isEqualTo(hello ? "grpc-server-route-1-1" : "grpc-server-app-1");
		assertThat(client.sayHelloStream()).as(pattern)
			.isEqualTo(stream ? "grpc-server-route-1-1" : "grpc-server-app-1");
	}

	@Test
	void whenSeveralRoutesMatchThenTheFirstIsTaken() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"executor.routes[0].method=" + STREAM, "executor.routes[0].type=fixed", "executor.routes[0].threads=1",
				"executor.routes[1].method=hello.v1.HelloService/*", "executor.routes[1].type=fixed",
				"executor.routes[1].threads=1"); Client client = new Client(server)) {
			assertThat(client.sayHello()).isEqualTo("grpc-server-route-2-1");
			assertThat(client.sayHelloStream()).isEqualTo("grpc-server-route-1-1");
			server.change("executor.routes[0].method=hello.v1.HelloService/*", "executor.routes[0].type=fixed",
					"executor.routes[0].threads=1", "executor.routes[1].method=" + STREAM,
					"executor.routes[1].type=fixed", "executor.routes[1].threads=1");
			assertThat(client.sayHello()).isEqualTo("grpc-server-route-1-1");
			assertThat(client.sayHelloStream()).isEqualTo("grpc-server-route-1-1");
		}
	}

	@Test
	void whenCanaryHasAShareThenThatManyCallsRunOnIt() {
		int calls = 500;
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"executor.canary.type=fixed", "executor.canary.threads=1", "executor.canary.share=0.3");
				Client client = new Client(server)) {
			List<String> threads = Stream.generate(client::sayHello).limit(calls).toList();
			assertThat(threads).containsOnly("grpc-server-app-1", "grpc-server-canary-1");
			long onCanary = threads.stream().filter("grpc-server-canary-1"::equals).count();
			double deviation = Math.sqrt(calls * 0.3 * 0.7);
			assertThat((double) onCanary).isCloseTo(0.3 * calls, within(5 * deviation));
			assertThat(server.executor("canary").calls()).isEqualTo(onCanary);
			assertThat(server.executor("main").calls()).isEqualTo(calls - onCanary);
		}
	}

	@Test
	void whenCanaryIsTakenAwayThenItsCallsEndAndOthersRunOnTheExecutor() {
		try (PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=1",
				"executor.canary.type=fixed", "executor.canary.threads=1", "executor.canary.share=1");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeStreamGate();
			Iterator<HelloResponse> candidate = client.beginStream();
			await().until(() -> server.greeter().waiting() == 1);
			server.change("executor.canary.type=", "executor.canary.share=", "executor.canary.threads=");
			gate.countDown();
			assertThat(candidate.next().getGreeting()).isEqualTo("grpc-server-canary-1");
			assertThat(Stream.generate(client::sayHelloStream).limit(200)).containsOnly("grpc-server-app-1");
			await().untilAsserted(() -> assertThat(GrpcServerThreads.names()).doesNotContain("grpc-server-canary-1"));
		}
	}

}
