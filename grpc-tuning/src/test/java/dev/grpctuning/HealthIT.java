package dev.grpctuning;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Health checks and reflection while handlers hold all threads. */
class HealthIT {

	@ParameterizedTest
	@ValueSource(strings = { "fixed", "fork-join", "virtual", "adaptive" })
	void whenHandlersHoldAllThreadsThenHealthAndReflectionAreAnswered(String type) {
		String threads = type.equals("virtual") ? "executor.max-virtual-threads=1" : "executor.threads=1";
		try (PlainServer server = PlainServer.start("executor.type=" + type, threads, "executor.queue-capacity=2");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			List<Future<HelloResponse>> held = new ArrayList<>(server.fill(client, 2));
			Iterator<HealthCheckResponse> watch = client.watchHealth("");
			assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.SERVING);
			assertAnswers(client);
			server.change("max-concurrent-calls-per-connection=1000");
			try (Client next = new Client(server)) {
				held.addAll(server.fill(next, 2));
				assertAnswers(next);
				gate.countDown();
				assertThat(held).allSatisfy((call) -> assertThat(Client.status(call).isOk()).isTrue());
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "fixed", "virtual" })
	void whenHandlersHoldAllThreadsThenNewClientsFinishTheirTlsHandshakes(String type) {
		ServerCertificate certificate = ServerCertificate.create();
		try (PlainServer server = new PlainServer.Options().tls(certificate)
			.start("executor.type=" + type,
					type.equals("virtual") ? "executor.max-virtual-threads=1" : "executor.threads=1");
				Client client = new Client(server)) {
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> held = client.begin();
			await().until(() -> server.greeter().waiting() == 1);
			try (Client next = new Client(server)) {
				assertThat(next.health("")).isEqualTo(ServingStatus.SERVING);
			}
			gate.countDown();
			assertThat(Client.status(held).isOk()).isTrue();
		}
	}

	@Test
	void whenTheApplicationsOwnHealthCheckHoldsItsThreadThenNoEventLoopWaits() {
		OwnHealth own = new OwnHealth();
		try (PlainServer server = new PlainServer.Options().health(own)
			.start("executor.type=direct", "worker-threads=1"); Client client = new Client(server)) {
			CountDownLatch gate = new CountDownLatch(1);
			own.gate = gate;
			Future<HealthCheckResponse> check = HealthGrpc.newFutureStub(client.channel())
				.check(HealthCheckRequest.getDefaultInstance());
			await().until(() -> own.open.size() == 1);
			assertThat(client.sayHello()).startsWith("grpc-server-worker-");
			assertThat(client.reflectedServices()).contains("hello.v1.HelloService");
			assertThat(check.isDone()).isFalse();
			own.open.forEach(OwnHealth::answer);
			gate.countDown();
			await().until(check::isDone);
		}
	}

	private static void assertAnswers(Client client) {
		assertThat(client.health("")).isEqualTo(ServingStatus.SERVING);
		assertThat(client.reflectedServices()).contains("hello.v1.HelloService", "grpc.health.v1.Health");
	}

}
