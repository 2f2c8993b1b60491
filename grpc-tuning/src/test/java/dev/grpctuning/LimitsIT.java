package dev.grpctuning;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The bound on the calls that the whole server has open. */
class LimitsIT {

	@Test
	void whenAsManyCallsAreOpenAsMayThenTheNextIsRefused() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=2");
				Client client = new Client(server);
				Client other = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(server, client, 2);
			assertRefused(client.status());
			assertRefused(other.status());
			gate.countDown();
			assertThat(held).allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
			await().until(() -> limit(server).state().open() == 0);
			assertThat(other.status().isOk()).isTrue();
		}
	}

	@Test
	void whenCallsAreRefusedThenTheyCostNoThreadAndTheCountsAddUp() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=2", "executor.type=fixed",
				"executor.threads=4"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(server, client, 2);
			List<String> threads = GrpcServerThreads.names();
			assertThat(Stream.generate(client::status).limit(20)).allSatisfy((status) -> assertRefused(status));
			ExecutorState refusing = server.executor("main");
			assertThat(refusing.calls()).isEqualTo(2);
			assertThat(refusing.queued()).isZero();
			assertThat(refusing.completed()).as("tasks").isLessThan(20);
			assertThat(GrpcServerThreads.names()).containsExactlyInAnyOrderElementsOf(threads);
			assertThat(server.greeter().mostWaiting()).isEqualTo(2);
			gate.countDown();
			held.forEach(Client::greeting);
			assertThat(Stream.generate(client::status).limit(20)).allMatch(Status::isOk);
			ExecutorState after = server.executor("main");
			assertThat(after.calls()).isEqualTo(22);
			assertThat(after.refused()).isZero();
			assertThat(limit(server).state().refused()).isEqualTo(20);
			await().until(() -> server.executor("main").active() == 0 && limit(server).state().open() == 0);
		}
	}

	@Test
	void whenLimitIsChangedThenTheNextCallMeetsTheNewOne() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=1"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> first = hold(server, client, 1);
			assertRefused(client.status());
			assertThat(server.change("limit.concurrent-calls=3").generation()).isOne();
			List<Future<HelloResponse>> second = hold(server, client, 2);
			assertRefused(client.status());
			server.change("limit.concurrent-calls=2");
			assertRefused(client.status());
			server.change("limit.concurrent-calls=4");
			List<Future<HelloResponse>> third = hold(server, client, 1);
			server.change("limit.concurrent-calls=1");
			assertRefused(client.status());
			gate.countDown();
			assertThat(Stream.of(first, second, third).flatMap(List::stream))
				.allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
			await().until(() -> limit(server).state().open() == 0);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@Test
	void whenServerIsSwappedThenItsOpenCallsCountOn() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=2"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> old = hold(server, client, 1);
			assertThat(server.change("max-concurrent-calls-per-connection=100").generation()).isEqualTo(2);
			List<Future<HelloResponse>> fresh = hold(server, client, 1);
			assertThat(server.generations().living()).hasSize(2);
			assertRefused(client.status());
			assertThat(limit(server).state().open()).isEqualTo(2);
			gate.countDown();
			assertThat(Client.status(old.get(0)).isOk()).isTrue();
			assertThat(Client.status(fresh.get(0)).isOk()).isTrue();
			await().until(() -> limit(server).state().open() == 0);
			assertThat(limit(server).state().refused()).isOne();
		}
	}

	@Test
	void whenLimitIsSetFirstWhileCallsAreOpenAndTakenAwayThenCallsAreAnswered() {
		try (PlainServer server = PlainServer.start(); Client client = new Client(server)) {
			server.change("limit.concurrent-calls=1");
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(server, client, 1);
			assertRefused(client.status());
			server.change("limit.concurrent-calls=");
			List<Future<HelloResponse>> more = hold(server, client, 5);
			gate.countDown();
			assertThat(Stream.concat(held.stream(), more.stream()))
				.allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
		}
	}

	private static List<Future<HelloResponse>> hold(PlainServer server, Client client, int calls) {
		int waiting = server.greeter().waiting() + calls;
		List<Future<HelloResponse>> held = Stream.generate(client::begin).limit(calls).toList();
		await().until(() -> server.greeter().waiting() == waiting);
		return held;
	}

	private static void assertRefused(Status status) {
		assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
		assertThat(status.getDescription()).isEqualTo("Too many calls are open");
	}

	private static CallLimits limit(PlainServer server) {
		return server.limits();
	}

}
