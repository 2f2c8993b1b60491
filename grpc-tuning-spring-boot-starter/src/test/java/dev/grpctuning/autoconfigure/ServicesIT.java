package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.util.ClassUtils;

import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Services that are withdrawn and put back while the server runs. */
class ServicesIT {

	private static final String HELLO = "hello.v1.HelloService";

	private static final String WITHDRAW = "services.withdrawn=" + HELLO;

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenServiceIsWithdrawnAndPutBackThenItsHealthSaysSo() {
		try (TunedApplication application = TunedApplication.start(WITHDRAW); Client client = new Client(application)) {
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.NOT_SERVING);
			application.change("services.withdrawn=");
			Iterator<HealthCheckResponse> health = client.watchHealth(HELLO);
			health.next();
			application.change(WITHDRAW, "worker-threads=1");
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.NOT_SERVING);
			assertThat(client.health("")).isEqualTo(ServingStatus.SERVING);
			assertThat(health.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
			application.change("services.withdrawn=");
			assertThat(client.health(HELLO)).isEqualTo(ServingStatus.SERVING);
			assertThat(health.next().getStatus()).isEqualTo(ServingStatus.SERVING);
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
		return ClassUtils.isPresent(TunedApplication.BOOT, null);
	}

}
