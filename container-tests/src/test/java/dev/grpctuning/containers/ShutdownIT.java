package dev.grpctuning.containers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.github.dockerjava.api.DockerClient;
import io.grpc.ManagedChannel;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What happens to calls when a container is told to stop. */
@RequiresEngine
class ShutdownIT {

	private static final int CALLS = 200;

	private static final int KILLED = 137;

	@Test
	void callsInFlightAreAllAnswered() throws Exception {
		// Virtual threads, so that all calls begin at once on however few processors.
		try (HelloContainer container = new HelloContainer().withEnv("HELLO_WORK_DELAY", "3s")
			.withEnv("GRPC_TUNING_EXECUTOR_TYPE", "virtual")) {
			container.start();
			ManagedChannel channel = container.channel();
			try {
				List<Future<HelloResponse>> calls = new ArrayList<>();
				for (int id = 0; id < CALLS; id++) {
					calls.add(HelloServiceGrpc.newFutureStub(channel)
						.sayHello(HelloRequest.newBuilder().setId(id).build()));
				}
				await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> begun(container) == CALLS);
				DockerClient client = container.getDockerClient();
				client.stopContainerCmd(container.getContainerId()).withTimeout(30).exec();
				for (int id = 0; id < CALLS; id++) {
					assertThat(calls.get(id).get(30, TimeUnit.SECONDS).getId()).isEqualTo(id);
				}
				assertThat(client.inspectContainerCmd(container.getContainerId()).exec().getState().getExitCodeLong())
					.isNotEqualTo(KILLED);
			}
			finally {
				channel.shutdownNow();
			}
		}
	}

	private static int begun(HelloContainer container) {
		return (int) container.measured("grpc.server.call.started?tag=grpc.method:hello.v1.HelloService/SayHello");
	}

}
