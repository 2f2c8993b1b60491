package dev.grpctuning;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.value.LimitAlgorithm;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.ConstantLoad;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The bound on the calls that the whole server has open, also under load. */
class LimitsIT {

	private static final String FULL = "Too many calls are open";

	/** So few that a busy machine is late with none. */
	private static final int CALLS_PER_SECOND = 200;

	@Test
	void whenCallsAreRefusedThenTheyCostNoThreadAndTheCountsAddUp() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=2", "executor.type=fixed",
				"executor.threads=4"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = server.hold(client, 2);
			List<String> threads = GrpcServerThreads.names();
			assertThat(Stream.generate(client::status).limit(20))
				.allSatisfy((status) -> PlainServer.assertRefused(status, FULL));
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
			assertThat(server.limits().state().refused()).isEqualTo(20);
			await().until(() -> server.executor("main").active() == 0 && server.limits().state().open() == 0);
		}
	}

	@Test
	void whenLimitIsChangedThenTheNextCallMeetsTheNewOne() {
		try (PlainServer server = PlainServer.start("limit.concurrent-calls=1"); Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> first = server.hold(client, 1);
			PlainServer.assertRefused(client.status(), FULL);
			assertThat(server.change("limit.concurrent-calls=3").generation()).isOne();
			List<Future<HelloResponse>> second = server.hold(client, 2);
			PlainServer.assertRefused(client.status(), FULL);
			server.change("limit.concurrent-calls=2");
			PlainServer.assertRefused(client.status(), FULL);
			server.change("limit.concurrent-calls=4");
			List<Future<HelloResponse>> third = server.hold(client, 1);
			server.change("limit.concurrent-calls=1");
			PlainServer.assertRefused(client.status(), FULL);
			gate.countDown();
			assertThat(Stream.of(first, second, third).flatMap(List::stream))
				.allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
			await().until(() -> server.limits().state().open() == 0);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenAlgorithmFindsTheLimitThenEveryCallIsAnsweredOrRefused(LimitAlgorithm algorithm) {
		try (PlainServer server = PlainServer.start("executor.type=cached", "limit.concurrent-calls=40",
				"limit.algorithm=" + algorithm.propertyValue());
				ConstantLoad load = ConstantLoad.startOverload(server, CALLS_PER_SECOND)) {
			for (int i = 0; i < 3; i++) {
				refuseSome(server, 30);
				assertThat(allowed(server)).isBetween(1, 40);
				load.awaitAnswers(100);
			}
			assertAccountedFor(server, load);
			assertThat(load.failures().keySet()).allSatisfy((failure) -> assertThat(failure).contains(FULL));
		}
	}

	private static void refuseSome(PlainServer server, int calls) {
		long until = server.limits().state().refused() + calls;
		CountDownLatch gate = server.greeter().closeGate();
		try {
			await().until(() -> server.limits().state().refused() >= until);
		}
		finally {
			gate.countDown();
		}
	}

	private static void assertAccountedFor(PlainServer server, ConstantLoad load) {
		load.stop();
		assertThat(load.unaccounted()).isZero();
		int refused = load.failures(Status.Code.RESOURCE_EXHAUSTED);
		assertThat(load.failures().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(refused);
		assertThat(server.limits().state().refused()).isEqualTo(refused);
		await().until(() -> server.limits().state().open() == 0);
	}

	private static int allowed(PlainServer server) {
		return Objects.requireNonNull(server.limits().state().allowed());
	}

}
