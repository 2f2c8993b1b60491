package dev.grpctuning;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Calls that do harm to others, and the advice that names them. */
class TrafficAdviceIT {

	@Test
	void whenLargeMessagesHoldUpTheirEventLoopThenAdviceNamesTheMethod() {
		try (PlainServer server = PlainServer.start("executor.type=direct"); Client client = new Client(server)) {
			HelloRequest large = HelloRequest.newBuilder().setPayload(ByteString.copyFrom(new byte[1 << 20])).build();
			server.greeter().work(Duration.ofMillis(5));
			int calls = 0;
			while (found(server).stream().noneMatch((found) -> found.contains("256 KB"))) {
				HelloServiceGrpc.newBlockingStub(client.channel()).sayHello(large);
				calls++;
			}
			assertThat(calls).isGreaterThanOrEqualTo(10);
			assertThat(found(server)).anyMatch((found) -> found.matches(
					"1[01] messages of 256 KB or more held up .* of hello.v1.HelloService/SayHello with 1,048,5.*"));
		}
	}

	@Test
	void whenAStreamWritesToAClientThatDoesNotReadThenAdviceNamesIt() {
		try (PlainServer server = PlainServer.start("executor.type=fixed"); Client client = new Client(server)) {
			assertThat(client.sayHelloStream()).isNotEmpty();
			assertThat(found(server)).noneMatch((found) -> found.contains("not ready"));
			HelloServiceGrpc.newBlockingStub(client.channel())
				.sayHelloStream(HelloRequest.newBuilder().setResponseCount(100).setResponseBytes(64 << 10).build());
			await().untilAsserted(() -> assertThat(found(server)).anyMatch((found) -> found
				.matches("1 streams wrote 1 MB or more .* of hello.v1.HelloService/SayHelloStream [1-6] MB")));
		}
	}

	@Test
	void whenOneConnectionHasAllCallsThenAdviceSaysSoAndAFewRefusedOnesAddNone() {
		try (PlainServer server = PlainServer.start("executor.type=cached", "worker-threads=2",
				"limit.concurrent-calls=1000"); Client busy = new Client(server); Client idle = new Client(server)) {
			long begun = System.nanoTime();
			idle.sayHello();
			for (int i = 0; i < 20; i++) {
				assertThat(found(server)).noneMatch((found) -> found.contains("connections"));
				assertThat(answered(busy, 500)).isEqualTo(500);
			}
			assumeTrue(System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(90), "100 calls per second");
			assertThat(found(server))
				.contains("100 % of the calls on one of 2 event loops, which has 1 of 2 connections");
			server.change("limit.concurrent-calls=1");
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> open = busy.begin();
			await().until(() -> server.greeter().waiting() == 1);
			assertThat(answered(busy, 100)).isZero();
			gate.countDown();
			assertThat(Client.status(open).isOk()).isTrue();
			assertThat(found(server)).noneMatch((found) -> found.contains("refused"));
			assertThat(server.change("worker-threads=1").generation()).isEqualTo(2);
			assertThat(found(server)).noneMatch((found) -> found.contains("refused"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "fixed", "direct", "adaptive" })
	void whenAHandlerAnswersFromThreadsOfItsOwnThenAdviceNamesTheMethod(String type) {
		ScheduledExecutorService own = Executors.newScheduledThreadPool(1, (task) -> new Thread(task, "own"));
		try (PlainServer server = PlainServer.start("executor.type=" + type); Client client = new Client(server)) {
			assertThat(answered(client, 500)).isEqualTo(500);
			assertThat(found(server)).noneMatch((found) -> found.contains("another thread"));
			server.greeter().answerFrom(own);
			assertThat(answered(client, 500)).isEqualTo(500);
			assertThat(found(server)).anyMatch((found) -> found
				.matches("[1-5]\\d\\d calls of hello.v1.HelloService/SayHello that another thread .* one of them own"));
		}
		finally {
			own.shutdown();
		}
	}

	private static long answered(Client client, int calls) {
		List<Future<HelloResponse>> begun = Stream.generate(client::begin).limit(calls).toList();
		return begun.stream().filter((call) -> Client.status(call).isOk()).count();
	}

	private static List<String> found(PlainServer server) {
		return new Adviser(server.tuning(), () -> null, Optional::empty).advise().stream().map(Advice::found).toList();
	}

}
