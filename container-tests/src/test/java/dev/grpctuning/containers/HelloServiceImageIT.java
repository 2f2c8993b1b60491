package dev.grpctuning.containers;

import io.grpc.ManagedChannel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.Container.ExecResult;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/**
 * The image of the service, started with a read-only file system and no capability. That
 * it has started means that it became healthy.
 */
@RequiresEngine
class HelloServiceImageIT {

	private static final HelloContainer CONTAINER = new HelloContainer();

	@BeforeAll
	static void start() {
		CONTAINER.start();
	}

	@AfterAll
	static void stop() {
		CONTAINER.stop();
	}

	@Test
	void callIsAnswered() {
		ManagedChannel channel = CONTAINER.channel();
		try {
			assertThat(HelloServiceGrpc.newBlockingStub(channel)
				.sayHello(HelloRequest.newBuilder().setId(7).build())
				.getId()).isEqualTo(7);
		}
		finally {
			channel.shutdownNow();
		}
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

	private static String inside(String command) throws Exception {
		ExecResult result = CONTAINER.execInContainer("sh", "-c", command);
		assertThat(result.getStderr()).isEmpty();
		return result.getStdout().strip();
	}

}
