package dev.grpctuning.containers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.github.dockerjava.api.DockerClient;
import io.grpc.ManagedChannel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.testcontainers.containers.Container.ExecResult;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

/**
 * The image of the service, started with a read-only file system and no capability. That
 * it has started means that it became healthy.
 */
@RequiresEngine
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HelloServiceImageIT {

	private static final int CALLS = 200;

	private static final int KILLED = 137;

	/** Virtual threads, so that all calls begin at once on however few processors. */
	private static final HelloContainer CONTAINER = new HelloContainer().withEnv("HELLO_WORK_DELAY", "3s")
		.withEnv("GRPC_TUNING_EXECUTOR_TYPE", "virtual");

	@BeforeAll
	static void start() {
		CONTAINER.start();
	}

	@AfterAll
	static void stop() {
		CONTAINER.stop();
	}

	@Test
	void runsAsNobodyWhoIsRoot() throws Exception {
		assertThat(inside("id -u")).isEqualTo("10001");
		assertThat(inside("stat -c %u /proc/1")).isEqualTo("10001");
	}

	@Test
	void nothingCanBeWrittenButInTmp() throws Exception {
		assertThat(CONTAINER.execInContainer("touch", "/app/file").getStderr()).contains("Read-only file system");
		assertThat(CONTAINER.execInContainer("touch", "/tmp/file").getExitCode()).isZero();
	}

	@Test
	void processHasNoCapability() throws Exception {
		assertThat(inside("grep CapBnd /proc/1/status")).endsWith("0000000000000000");
	}

	@Test
	void nativeTransportLoadsThoughTmpIsNotExecutable() {
		assertThat(CONTAINER.actuator("grpctuning/transport").get("effective").getAsString()).isEqualTo("epoll");
	}

	@Test
	void heapIsFortyPercentOfTheMemoryOfTheContainer() {
		assertThat(CONTAINER.measured("jvm.memory.max?tag=area:heap"))
			.isCloseTo(0.4 * (HelloContainer.MEMORY_MEGABYTES << 20), withinPercentage(1));
	}

	@Test
	void classesComeFromTheCacheThatWasMadeWithTheImage() throws Exception {
		assertThat(inside("tr '\\0' ' ' </proc/1/cmdline")).contains("-XX:AOTCache=/app/app.aot");
		assertThat(inside("grep -c app.aot /proc/1/maps")).isNotEqualTo("0");
		assertThat(CONTAINER.getLogs()).doesNotContain("[aot]", "[cds]", "WARN", "Picked up");
	}

	@Test
	@Order(Integer.MAX_VALUE)
	void whenStoppedThenCallsInFlightAreAllAnswered() throws Exception {
		ManagedChannel channel = CONTAINER.channel();
		try {
			List<Future<HelloResponse>> calls = new ArrayList<>();
			for (int id = 0; id < CALLS; id++) {
				calls
					.add(HelloServiceGrpc.newFutureStub(channel).sayHello(HelloRequest.newBuilder().setId(id).build()));
			}
			await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> begun() == CALLS);
			DockerClient client = CONTAINER.getDockerClient();
			client.stopContainerCmd(CONTAINER.getContainerId()).withTimeout(30).exec();
			for (int id = 0; id < CALLS; id++) {
				assertThat(calls.get(id).get(30, TimeUnit.SECONDS).getId()).isEqualTo(id);
			}
			assertThat(client.inspectContainerCmd(CONTAINER.getContainerId()).exec().getState().getExitCodeLong())
				.isNotEqualTo(KILLED);
		}
		finally {
			channel.shutdownNow();
		}
	}

	private static int begun() {
		return (int) CONTAINER.measured("grpc.server.call.started?tag=grpc.method:hello.v1.HelloService/SayHello");
	}

	private static String inside(String command) throws Exception {
		ExecResult result = CONTAINER.execInContainer("sh", "-c", command);
		assertThat(result.getStderr()).isEmpty();
		return result.getStdout().strip();
	}

}
