package dev.grpctuning.hello;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Application;

import static org.assertj.core.api.Assertions.assertThat;

/** What the packaged application prints and how it ends. */
class ExecutableJarIT {

	private static final Map<String, String> PASSWORD_IS_SET = Map.of("SPRING_SECURITY_USER_PASSWORD",
			RunningService.PASSWORD);

	private static final String[] FREE_PORTS = { "--grpc.server.port=0", "--server.port=0" };

	private static final String STARTED = "Started HelloServiceApplication";

	private static final String QUICK = "-XX:TieredStopAtLevel=1";

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@Test
	void servesWithoutAWordOnStderrAndEndsWhenAsked() throws Exception {
		// No manifest can allow protobuf's use of Unsafe.
		try (AppProcess service = start(PASSWORD_IS_SET, "--sun-misc-unsafe-memory-access=allow", FREE_PORTS)) {
			service.awaitOut(STARTED);
			call(service.grpcPort());
			assertThat(service.http().as(RunningService.PASSWORD).get("/actuator/env").status()).isEqualTo(200);
			service.terminate();
			assertThat(service.exitCode(Duration.ofMinutes(4))).isEqualTo(143);
			assertThat(service.errLines()).isEmpty();
			assertThat(service.out()).doesNotContain("WARN", "ERROR", "security password", RunningService.PASSWORD)
				.doesNotContainIgnoringCase("chronicle", "openhft");
		}
	}

	@Test
	void nothingOfChronicleIsThereThatReportsItsUseOrReachesIntoTheSystem() throws IOException {
		try (JarFile jar = new JarFile(Application.HELLO_SERVICE.jar().toFile())) {
			assertThat(jar.stream().map((entry) -> entry.getName().replaceFirst(".*/", "")))
				.filteredOn((name) -> name.matches("(chronicle|posix|affinity|compiler|jna|jnr|jffi|asm).*\\.jar"))
				.extracting((name) -> name.replaceFirst("-[0-9.]+\\.jar", ""))
				.containsExactlyInAnyOrder("chronicle-bytes", "chronicle-core", "chronicle-threads", "chronicle-wire");
		}
	}

	private static void call(int port) {
		ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
		try {
			HelloRequest request = HelloRequest.newBuilder().setFirstName("Ada").setLastName("Lovelace").build();
			assertThat(HelloCodec.values()).allSatisfy((codec) -> assertThat(
					ClientCalls.blockingUnaryCall(channel, codec.sayHello(), CallOptions.DEFAULT, request)
						.getGreeting())
				.isEqualTo("Hello Ada Lovelace"));
		}
		finally {
			channel.shutdownNow();
		}
	}

	private AppProcess start(Map<String, String> environment, String jvmOption, String... arguments)
			throws IOException {
		List<String> all = new ArrayList<>(
				List.of(QUICK, jvmOption, "-jar", Application.HELLO_SERVICE.jar().toString()));
		all.addAll(List.of(arguments));
		return AppProcess.java(this.folder, environment, all.toArray(String[]::new));
	}

}
