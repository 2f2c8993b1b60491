package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.util.MutableHandlerRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.ClassUtils;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.call.LiveServices;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.server.TuningChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.value.WithdrawnStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Services that are withdrawn and put back while the server runs. */
class ServicesIT {

	private static final String HELLO = "hello.v1.HelloService";

	private static final String WITHDRAW = "services.withdrawn=" + HELLO;

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@ParameterizedTest
	@EnumSource
	void whenServiceIsWithdrawnThenItsCallsGetTheStatusUntilItIsPutBack(WithdrawnStatus status) {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed");
				Client client = new Client(application)) {
			for (int i = 0; i < 3; i++) {
				assertThat(client.status().isOk()).isTrue();
				TuningChange change = application.change(WITHDRAW,
						"services.withdrawn-status=" + status.propertyValue());
				assertThat(change.generation()).isOne();
				assertWithdrawn(client.status(), status);
				application.change("services.withdrawn=");
			}
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@Tag("either-framework")
	@Test
	void whenStatusIsChangedThenCallsOfAWithdrawnServiceGetTheNewOne() {
		try (TunedApplication application = TunedApplication.start(WITHDRAW); Client client = new Client(application)) {
			assertWithdrawn(client.status(), WithdrawnStatus.UNIMPLEMENTED);
			application.change("services.withdrawn-status=unavailable");
			assertWithdrawn(client.status(), WithdrawnStatus.UNAVAILABLE);
			application.change("services.withdrawn-status=unimplemented");
			assertWithdrawn(client.status(), WithdrawnStatus.UNIMPLEMENTED);
			application.change("services.withdrawn=");
			assertThat(client.status().isOk()).isTrue();
		}
	}

	@Tag("either-framework")
	@ParameterizedTest
	@EnumSource
	void whenServiceIsWithdrawnThenItsCallsInFlightEnd(WithdrawnStatus status) throws Exception {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed");
				Client client = new Client(application)) {
			Chat chat = new Chat(client);
			CountDownLatch gate = application.greeter().closeGate();
			Future<HelloResponse> held = client.begin();
			await().until(() -> application.greeter().waiting() == 1);
			application.change(WITHDRAW, "services.withdrawn-status=" + status.propertyValue());
			chat.send(100);
			assertWithdrawn(client.status(), status);
			gate.countDown();
			assertThat(Client.status(held).isOk()).isTrue();
			chat.end();
		}
	}

	@Test
	void whenServiceIsWithdrawnAndPutBackThenItsHealthSaysSo() {
		try (TunedApplication application = TunedApplication.start("executor.type=cached");
				Client client = new Client(application)) {
			Iterator<HealthCheckResponse> health = client.watchHealth(HELLO);
			health.next();
			application.change(WITHDRAW);
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.NOT_SERVING);
			assertThat(client.health("")).isEqualTo(ServingStatus.SERVING);
			assertThat(health.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
			application.change("services.withdrawn=");
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.SERVING);
			assertThat(health.next().getStatus()).isEqualTo(ServingStatus.SERVING);
		}
	}

	@Test
	void whenServiceIsWithdrawnFromTheStartThenItsHealthSaysSo() {
		try (TunedApplication application = TunedApplication.start(WITHDRAW); Client client = new Client(application)) {
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.NOT_SERVING);
			application.change("services.withdrawn=");
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.SERVING);
		}
	}

	@Test
	void whenServerIsSwappedThenWithdrawnServicesStayWithdrawn() {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed");
				Client client = new Client(application)) {
			application.change(WITHDRAW, "services.withdrawn-status=unavailable");
			assertThat(application.change("worker-threads=1").generation()).isEqualTo(2);
			assertWithdrawn(client.status(), WithdrawnStatus.UNAVAILABLE);
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.NOT_SERVING);
			application.change("services.withdrawn=", "worker-threads=2");
			assertThat(client.status().isOk()).isTrue();
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.SERVING);
		}
	}

	@Test
	void whenServerWasAsItsFrameworkBuildsItThenAServiceCanBeWithdrawnToo() {
		try (TunedApplication application = TunedApplication.start()) {
			assertThat(statusOfNewClient(application).isOk()).isTrue();
			application.change(WITHDRAW);
			assertWithdrawn(statusOfNewClient(application), WithdrawnStatus.UNIMPLEMENTED);
			application.change("services.withdrawn");
			assertThat(statusOfNewClient(application).isOk()).isTrue();
		}
	}

	private static Status statusOfNewClient(TunedApplication application) {
		try (Client client = new Client(application)) {
			return client.status();
		}
	}

	@Test
	void whenApplicationHasARegistryOfItsOwnThenServicesAreCalledAndWithdrawn() {
		try (TunedApplication application = TunedApplication.start()) {
			MutableHandlerRegistry own = new MutableHandlerRegistry();
			application.bean(BuilderHook.class).set((builder) -> builder.fallbackHandlerRegistry(own));
			application.change("executor.type=fixed");
			assertThat(statusOfNewClient(application).isOk()).isTrue();
			application.change(WITHDRAW);
			assertWithdrawn(statusOfNewClient(application), WithdrawnStatus.UNIMPLEMENTED);
		}
	}

	/** net.devh's starter reports no health by itself. */
	@EnabledIf("isBootPresent")
	@Test
	void whenHealthIsReportedAgainThenAWithdrawnServiceIsStillNotServing() {
		try (TunedApplication application = TunedApplication.start("executor.type=direct", WITHDRAW,
				"--spring.grpc.server.health.schedule.delay=0s", "--spring.grpc.server.health.schedule.period=20ms",
				"--spring.grpc.server.health.service[%s].include=ping".formatted(HELLO));
				Client client = new Client(application)) {
			Set<ServingStatus> seen = new HashSet<>();
			await().during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
				seen.add(client.health(HELLO));
				assertThat(seen).containsExactly(ServingStatus.NOT_SERVING);
			});
			application.change("services.withdrawn=");
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.SERVING);
		}
	}

	static boolean isBootPresent() {
		return ClassUtils.isPresent(BootServerConfiguration.CLASS, null);
	}

	@Test
	void whenServiceIsPutBackThenItsInterceptorsSeeItsCalls() {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed");
				Client client = new Client(application)) {
			SeenCalls seen = application.bean(SeenCalls.class);
			client.sayHello();
			assertThat(seen.count()).isOne();
			application.change(WITHDRAW, "services.withdrawn-status=unavailable");
			application.change("services.withdrawn=");
			client.sayHello();
			assertThat(seen.count()).isEqualTo(2);
			application.change(WITHDRAW, "services.withdrawn-status=unimplemented");
			application.change("services.withdrawn=", "worker-threads=1");
			client.sayHello();
			assertThat(seen.count()).isEqualTo(3);
		}
	}

	@Tag("either-framework")
	@ParameterizedTest
	@ValueSource(strings = { "hello.v1.NoService", "grpc.health.v1.Health" })
	void whenServiceIsUnknownOrTheHealthServiceThenNothingIsWithdrawn(String service) {
		try (TunedApplication application = TunedApplication.start("executor.type=fixed");
				Client client = new Client(application)) {
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange(WITHDRAW + "," + service))
				.extracting(InvalidTuningException::problems)
				.satisfies((problems) -> assertThat(problems).singleElement()
					.isEqualTo(new TuningProblem("services.withdrawn",
							service.startsWith("grpc.health") ? "hello.v1.HelloService," + service : service,
							reason(application, service))));
			assertThat(client.status().isOk()).isTrue();
			assertThat(application.bean(LiveServices.class).withdrawn()).isEmpty();
			assertThat(application.bean(LiveServices.class).status()).isEqualTo(WithdrawnStatus.UNIMPLEMENTED);
		}
	}

	private static String reason(TunedApplication application, String service) {
		return service.startsWith("grpc.health")
				? "names grpc.health.v1.Health, which reports what is withdrawn; leave that out."
				: "is not a service of this server; use one of %s."
					.formatted(String.join(", ", application.bean(Tuning.class).serviceNames()));
	}

	private static void assertWithdrawn(Status status, WithdrawnStatus expected) {
		assertThat(status.getCode())
			.isEqualTo((expected == WithdrawnStatus.UNAVAILABLE) ? Status.Code.UNAVAILABLE : Status.Code.UNIMPLEMENTED);
		if (expected == WithdrawnStatus.UNAVAILABLE) {
			assertThat(status.getDescription()).contains(HELLO, "is withdrawn").doesNotContain("grpc.tuning");
		}
	}

}
