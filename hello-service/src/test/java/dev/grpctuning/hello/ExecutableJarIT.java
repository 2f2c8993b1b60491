package dev.grpctuning.hello;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the packaged application prints and how it ends.
 */
class ExecutableJarIT {

	private static final String PASSWORD_VARIABLE = "SPRING_SECURITY_USER_PASSWORD";

	private static final Pattern GRPC_PORT = Pattern.compile("gRPC Server started.*port: (\\d+)");

	private static final Pattern WEB_PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Pattern MADE_PASSWORD = Pattern.compile("generated security password: (\\S+)");

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@Test
	void servesWithoutAWordOnStderrAndEndsWhenAsked() throws Exception {
		// No manifest can allow protobuf's use of Unsafe.
		Process process = start(List.of("--sun-misc-unsafe-memory-access=allow"), "--grpc.server.port=0",
				"--server.port=0");
		try {
			awaitStarted();
			call(Integer.parseInt(logged(GRPC_PORT).getFirst()));
			process.destroy();
			assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
			assertThat(process.exitValue()).isEqualTo(143);
			assertThat(stderr()).isEmpty();
			assertThat(stdout()).doesNotContain("WARN", "ERROR").doesNotContainIgnoringCase("chronicle", "openhft");
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void nothingOfChronicleIsThereThatReportsItsUseOrReachesIntoTheSystem() throws IOException {
		try (JarFile jar = new JarFile(jar().toFile())) {
			assertThat(jar.stream().map((entry) -> entry.getName().replaceFirst(".*/", "")))
				.filteredOn((name) -> name.matches("(chronicle|posix|affinity|compiler|jna|jnr|jffi|asm).*\\.jar"))
				.extracting((name) -> name.replaceFirst("-[0-9.]+\\.jar", ""))
				.containsExactlyInAnyOrder("chronicle-bytes", "chronicle-core", "chronicle-threads", "chronicle-wire");
		}
	}

	@Test
	void whenAPasswordIsInTheEnvironmentThenItIsTakenAndNotLogged() throws Exception {
		Process process = start(List.of(), "--grpc.server.port=0", "--server.port=0");
		try {
			awaitStarted();
			assertThat(statusOfEnv(RunningService.PASSWORD)).isEqualTo(200);
			assertThat(stdout()).doesNotContain("security password", RunningService.PASSWORD);
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void whenNoPasswordIsGivenThenOneIsMadeAndLoggedOnce() throws Exception {
		ProcessBuilder builder = builder(List.of(), "--grpc.server.port=0", "--server.port=0");
		builder.environment().remove(PASSWORD_VARIABLE);
		Process process = builder.start();
		try {
			awaitStarted();
			List<String> passwords = logged(MADE_PASSWORD);
			assertThat(passwords).hasSize(1);
			assertThat(statusOfEnv(passwords.getFirst())).isEqualTo(200);
			assertThat(statusOfEnv(RunningService.PASSWORD)).isEqualTo(401);
			assertThat(stdout()).containsOnlyOnce(passwords.getFirst());
		}
		finally {
			process.destroyForcibly();
		}
	}

	@Test
	void whenItCannotStartThenItLogsTheReasonAndEndsWithOne() throws Exception {
		Process process = start(List.of("-Dio.netty.transport.noNative=true"), "--grpc.tuning.transport=epoll");
		try {
			assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		assertThat(process.exitValue()).isOne();
		assertThat(stdout())
			.contains("APPLICATION FAILED TO START", "grpc.tuning.transport", "epoll", "use one of auto, nio.")
			.doesNotContain("\tat ");
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

	private void awaitStarted() {
		await().atMost(60, TimeUnit.SECONDS).until(() -> stdout().contains("Started HelloServiceApplication"));
	}

	private int statusOfEnv(String password) throws Exception {
		int port = Integer.parseInt(logged(WEB_PORT).getFirst());
		return RunningService.request(port, "GET", "/actuator/env", password).statusCode();
	}

	private List<String> logged(Pattern pattern) throws IOException {
		return pattern.matcher(stdout()).results().map((found) -> found.group(1)).toList();
	}

	private Process start(List<String> jvmOptions, String... arguments) throws IOException {
		return builder(jvmOptions, arguments).start();
	}

	private ProcessBuilder builder(List<String> jvmOptions, String... arguments) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.add("-XX:TieredStopAtLevel=1");
		command.addAll(jvmOptions);
		command.addAll(List.of("-jar", jar().toString()));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(this.folder.resolve("stdout").toFile())
			.redirectError(this.folder.resolve("stderr").toFile());
		builder.environment().put(PASSWORD_VARIABLE, RunningService.PASSWORD);
		return builder;
	}

	private static Path jar() throws IOException {
		try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target"), "hello-service-*.jar")) {
			return jars.iterator().next();
		}
	}

	private String stdout() throws IOException {
		return Files.readString(this.folder.resolve("stdout"));
	}

	private String stderr() throws IOException {
		return Files.readString(this.folder.resolve("stderr"));
	}

}
