package dev.grpctuning.autoconfigure;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.call.executor.ExecutorState;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.Generations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The bound on the calls that the whole server has open. */
class LimitsIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@Test
	void whenAsManyCallsAreOpenAsMayThenTheNextIsRefused() {
		try (TunedApplication application = TunedApplication.start("limit.concurrent-calls=2");
				Client client = new Client(application);
				Client other = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(application, client, 2);
			assertRefused(client.status());
			assertRefused(other.status());
			gate.countDown();
			assertThat(held).allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
			await().until(() -> limit(application).state().open() == 0);
			assertThat(other.status().isOk()).isTrue();
		}
	}

	@Tag("either-framework")
	@Test
	void whenCallsAreRefusedThenTheyCostNoThreadAndTheCountsAddUp() {
		try (TunedApplication application = TunedApplication.start("limit.concurrent-calls=2", "executor.type=fixed",
				"executor.threads=4"); Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(application, client, 2);
			List<String> threads = GrpcServerThreads.names();
			assertThat(Stream.generate(client::status).limit(20)).allSatisfy((status) -> assertRefused(status));
			ExecutorState refusing = application.executor("main");
			assertThat(refusing.calls()).isEqualTo(2);
			assertThat(refusing.queued()).isZero();
			assertThat(refusing.completed()).as("tasks").isLessThan(20);
			assertThat(GrpcServerThreads.names()).containsExactlyInAnyOrderElementsOf(threads);
			assertThat(application.greeter().mostWaiting()).isEqualTo(2);
			gate.countDown();
			held.forEach(Client::greeting);
			assertThat(Stream.generate(client::status).limit(20)).allMatch(Status::isOk);
			ExecutorState after = application.executor("main");
			assertThat(after.calls()).isEqualTo(22);
			assertThat(after.refused()).isZero();
			assertThat(limit(application).state().refused()).isEqualTo(20);
			await().until(() -> application.executor("main").active() == 0 && limit(application).state().open() == 0);
		}
	}

	@Test
	void whenLimitIsChangedThenTheNextCallMeetsTheNewOne() {
		try (TunedApplication application = TunedApplication.start("limit.concurrent-calls=1");
				Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> first = hold(application, client, 1);
			assertRefused(client.status());
			assertThat(application.change("limit.concurrent-calls=3").generation()).isOne();
			List<Future<HelloResponse>> second = hold(application, client, 2);
			assertRefused(client.status());
			application.change("limit.concurrent-calls=2");
			assertRefused(client.status());
			application.change("limit.concurrent-calls=4");
			List<Future<HelloResponse>> third = hold(application, client, 1);
			application.change("limit.concurrent-calls=1");
			assertRefused(client.status());
			gate.countDown();
			assertThat(Stream.of(first, second, third).flatMap(List::stream))
				.allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
			await().until(() -> limit(application).state().open() == 0);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@Tag("either-framework")
	@Test
	void whenServerIsSwappedThenItsOpenCallsCountOn() {
		try (TunedApplication application = TunedApplication.start("limit.concurrent-calls=2");
				Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> old = hold(application, client, 1);
			assertThat(application.change("max-concurrent-calls-per-connection=100").generation()).isEqualTo(2);
			List<Future<HelloResponse>> fresh = hold(application, client, 1);
			assertThat(application.bean(Generations.class).living()).hasSize(2);
			assertRefused(client.status());
			assertThat(limit(application).state().open()).isEqualTo(2);
			gate.countDown();
			assertThat(Client.status(old.get(0)).isOk()).isTrue();
			assertThat(Client.status(fresh.get(0)).isOk()).isTrue();
			await().until(() -> limit(application).state().open() == 0);
			assertThat(limit(application).state().refused()).isOne();
		}
	}

	@Tag("either-framework")
	@Test
	void whenLimitIsSetFirstWhileCallsAreOpenAndTakenAwayThenCallsAreAnswered() {
		try (TunedApplication application = TunedApplication.start(); Client client = new Client(application)) {
			application.change("limit.concurrent-calls=1");
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(application, client, 1);
			assertRefused(client.status());
			application.change("limit.concurrent-calls=");
			List<Future<HelloResponse>> more = hold(application, client, 5);
			gate.countDown();
			assertThat(Stream.concat(held.stream(), more.stream()))
				.allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
		}
	}

	@Test
	void whenEveryCallIsRefusedThenTheServerCanStillBeWatchedAndExplored() {
		try (TunedApplication application = TunedApplication.start("limit.concurrent-calls=1", "executor.type=cached");
				Client client = new Client(application)) {
			CountDownLatch gate = application.greeter().closeGate();
			List<Future<HelloResponse>> held = hold(application, client, 1);
			for (int i = 0; i < 10; i++) {
				assertRefused(client.status());
				assertThat(client.health("")).isEqualTo(ServingStatus.SERVING);
				assertThat(client.reflectedServices()).contains("hello.v1.HelloService", "grpc.health.v1.Health");
			}
			assertThat(limit(application).state().open()).isOne();
			gate.countDown();
			assertThat(Client.status(held.get(0)).isOk()).isTrue();
		}
	}

	private static List<Future<HelloResponse>> hold(TunedApplication application, Client client, int calls) {
		int waiting = application.greeter().waiting() + calls;
		List<Future<HelloResponse>> held = Stream.generate(client::begin).limit(calls).toList();
		await().until(() -> application.greeter().waiting() == waiting);
		return held;
	}

	private static void assertRefused(Status status) {
		assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
		assertThat(status.getDescription()).isEqualTo("Too many calls are open");
	}

	private static CallLimits limit(TunedApplication application) {
		return application.bean(CallLimits.class);
	}

}
