package dev.grpctuning.autoconfigure;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.CallLimits;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Health checks and reflection, which the frameworks add, while calls are refused. */
class HealthIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
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
		return application.bean(Tuning.class).limits();
	}

}
