package dev.grpctuning.containers;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.google.gson.JsonObject;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

import dev.grpctuning.testkit.Http;

import static org.awaitility.Awaitility.await;

/** One container of the service, allowed as little as docker-compose.yml allows it. */
class HelloContainer extends GenericContainer<HelloContainer> {

	static final int ACTUATOR_PORT = 8081;

	static final long MEMORY_MEGABYTES = 1000;

	private static final int GRPC_PORT = 9090;

	HelloContainer() {
		super(Images.HELLO_SERVICE);
		withImagePullPolicy((name) -> false);
		withEnv("SPRING_SECURITY_USER_PASSWORD", Stack.PASSWORD);
		withTmpFs(Map.of("/tmp", "rw"));
		withExposedPorts(GRPC_PORT, ACTUATOR_PORT);
		withMemory(MEMORY_MEGABYTES);
		waitingFor(new Healthy().withStartupTimeout(Duration.ofMinutes(4)));
	}

	HelloContainer withMemory(long megabytes) {
		return withCreateContainerCmdModifier((create) -> {
			HostConfig host = create.getHostConfig();
			if (host != null) {
				host.withReadonlyRootfs(true)
					.withCapDrop(Capability.ALL)
					.withSecurityOpts(List.of("no-new-privileges"))
					.withMemory(megabytes << 20);
			}
		});
	}

	ManagedChannel channel() {
		return ManagedChannelBuilder.forAddress(getHost(), getMappedPort(GRPC_PORT)).usePlaintext().build();
	}

	/** Reads an endpoint of the actuator. */
	JsonObject actuator(String endpoint) {
		Http http = new Http("http://%s:%d".formatted(getHost(), getMappedPort(ACTUATOR_PORT)), null);
		return http.get("/actuator/" + endpoint).expect(200).json();
	}

	/**
	 * Reads a metric.
	 * @param metric its name, and tags as the query of a URI
	 */
	double measured(String metric) {
		return actuator("metrics/" + metric).getAsJsonArray("measurements")
			.get(0)
			.getAsJsonObject()
			.get("value")
			.getAsDouble();
	}

	/** Asks the engine now and then; Testcontainers' own strategy never pauses. */
	private static final class Healthy extends AbstractWaitStrategy {

		@Override
		protected void waitUntilReady() {
			await().atMost(this.startupTimeout)
				.pollInterval(Duration.ofMillis(500))
				.until(this.waitStrategyTarget::isHealthy);
		}

	}

}
