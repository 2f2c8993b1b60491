package dev.grpctuning.containers;

import java.util.List;
import java.util.Map;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * One container of the service, allowed as little as docker-compose.yml allows it.
 */
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
		waitingFor(Wait.forHealthcheck());
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

	HttpReader actuator() {
		return new HttpReader(getHost(), getMappedPort(ACTUATOR_PORT));
	}

}
