package dev.grpctuning;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.WithdrawnStatus;
import dev.grpctuning.testkit.greeting.Chat;
import dev.grpctuning.testkit.greeting.Client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Services that are withdrawn and put back while the server runs. */
class ServicesIT {

	private static final String HELLO = "hello.v1.HelloService";

	private static final String WITHDRAW = "services.withdrawn=" + HELLO;

	@ParameterizedTest
	@EnumSource
	void whenServiceIsWithdrawnThenItsCallsGetTheStatusUntilItIsPutBack(WithdrawnStatus status) {
		try (PlainServer server = PlainServer.start("executor.type=fixed"); Client client = new Client(server)) {
			for (int i = 0; i < 3; i++) {
				assertThat(client.status().isOk()).isTrue();
				TuningChange change = server.change(WITHDRAW, "services.withdrawn-status=" + status.propertyValue());
				assertThat(change.generation()).isOne();
				assertWithdrawn(client.status(), status);
				server.change("services.withdrawn=");
			}
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenServiceIsWithdrawnThenItsCallsInFlightEnd(WithdrawnStatus status) throws Exception {
		try (PlainServer server = PlainServer.start("executor.type=fixed"); Client client = new Client(server)) {
			Chat chat = new Chat(client);
			CountDownLatch gate = server.greeter().closeGate();
			Future<HelloResponse> held = client.begin();
			await().until(() -> server.greeter().waiting() == 1);
			server.change(WITHDRAW, "services.withdrawn-status=" + status.propertyValue());
			chat.send(100);
			assertWithdrawn(client.status(), status);
			gate.countDown();
			assertThat(Client.status(held).isOk()).isTrue();
			chat.end();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "hello.v1.NoService", "grpc.health.v1.Health" })
	void whenServiceIsUnknownOrTheHealthServiceThenNothingIsWithdrawn(String service) {
		try (PlainServer server = PlainServer.start("executor.type=fixed"); Client client = new Client(server)) {
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> server.tryChange(WITHDRAW + "," + service))
				.extracting(InvalidTuningException::problems)
				.satisfies((problems) -> assertThat(problems).singleElement()
					.isEqualTo(new TuningProblem("services.withdrawn",
							service.startsWith("grpc.health") ? List.of(HELLO, service).toString() : service,
							reason(server, service))));
			assertThat(client.status().isOk()).isTrue();
			assertThat(server.tuning().services().withdrawn()).isEmpty();
			assertThat(server.tuning().services().status()).isEqualTo(WithdrawnStatus.UNIMPLEMENTED);
		}
	}

	@Test
	void whenServerWasNotTunedThenAServiceCanBeWithdrawnToo() {
		try (PlainServer server = PlainServer.start()) {
			assertThat(server.statusOfNewClient().isOk()).isTrue();
			server.change(WITHDRAW);
			assertWithdrawn(server.statusOfNewClient(), WithdrawnStatus.UNIMPLEMENTED);
			server.change("services.withdrawn");
			assertThat(server.statusOfNewClient().isOk()).isTrue();
		}
	}

	private static String reason(PlainServer server, String service) {
		return service.startsWith("grpc.health")
				? "names grpc.health.v1.Health, which reports what is withdrawn; leave that out."
				: "is not a service of this server; use one of %s."
					.formatted(String.join(", ", server.tuning().serviceNames()));
	}

	private static void assertWithdrawn(Status status, WithdrawnStatus expected) {
		assertThat(status.getCode())
			.isEqualTo((expected == WithdrawnStatus.UNAVAILABLE) ? Status.Code.UNAVAILABLE : Status.Code.UNIMPLEMENTED);
		if (expected == WithdrawnStatus.UNAVAILABLE) {
			assertThat(status.getDescription()).contains(HELLO, "is withdrawn").doesNotContain("grpc.tuning");
		}
	}

}
