package dev.grpctuning.containers;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import io.grpc.ManagedChannel;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What happens when the service holds more than its heap. */
@RequiresEngine
class OutOfMemoryIT {

	private static final long MEMORY_MEGABYTES = 500;

	private static final int CALLS = 30;

	/** One byte each on the wire, eight in the heap. */
	private static final List<Long> NUMBERS = Collections.nCopies(3_000_000, 1L);

	@Test
	void containerEndsAndItsLogSaysWhy() {
		try (HelloContainer container = new HelloContainer().withEnv("SPRING_PROFILES_ACTIVE", "plain")
			.withEnv("HELLO_WORK_DELAY", "10m")
			.withMemory(MEMORY_MEGABYTES)) {
			container.start();
			ManagedChannel channel = container.channel();
			try {
				HelloRequest request = HelloRequest.newBuilder().addAllData(NUMBERS).build();
				for (int i = 0; i < CALLS; i++) {
					HelloServiceGrpc.newFutureStub(channel).sayHello(request);
				}
				await().atMost(Duration.ofMinutes(4)).until(() -> !Boolean.TRUE.equals(state(container).getRunning()));
			}
			finally {
				channel.shutdownNow();
			}
			assertThat(container.getLogs()).contains("Terminating due to java.lang.OutOfMemoryError: Java heap space");
			assertThat(state(container).getExitCodeLong()).isEqualTo(3);
			assertThat(state(container).getOOMKilled()).isFalse();
		}
	}

	private static ContainerState state(HelloContainer container) {
		return container.getDockerClient().inspectContainerCmd(container.getContainerId()).exec().getState();
	}

}
