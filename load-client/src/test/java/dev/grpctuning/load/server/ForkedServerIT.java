package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Servers that the load client starts: what other processes see of them, and how they
 * end.
 */
@StartsApplications
@Timeout(300)
class ForkedServerIT {

	/** Ten open calls whose handlers wait: hardly any load. */
	private static final String EXPERIMENT = """
			load: {model: closed, warmup: 0s, duration: %s, timeout: 20m}
			experiment:
			  name: forked
			  control: false
			  server:
			    mode: retune
			    settle: 0s
			    jvm-options: [-Xmx256m]
			    properties: {hello.work.delay: 20ms, some.service.token: s3cret}
			  variants:
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct}
			""";

	@TempDir
	private Path folder;

	@Test
	void whenAServerRunsThenNobodyElseSeesItsSecretsAndItEndsWithTheLab() throws Exception {
		Path experiment = experiment("10m");
		String password;
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=" + experiment)) {
			lab.awaitErr(" open 10");
			ProcessHandle server = lab.children().getFirst();
			assertThat(lab.children()).hasSize(1);
			Path environment = Path.of("/proc", String.valueOf(server.pid()), "environ");
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(environment)))
				.isEqualTo("r--------");
			password = Stream.of(read(environment).split("\0"))
				.filter((variable) -> variable.startsWith("SPRING_SECURITY_USER_PASSWORD="))
				.findFirst()
				.orElseThrow()
				.replaceFirst(".*=", "");
			assertThat(password).hasSizeGreaterThan(20);
			assertThat(commandLines()).isNotEmpty()
				.noneMatch((line) -> line.contains("s3cret") || line.contains(password));
			lab.kill();
			try {
				assertThat(lab.exitCode()).as("%s", lab.errLines()).isEqualTo(137);
				await().atMost(Duration.ofSeconds(30)).until(() -> !server.isAlive());
			}
			finally {
				server.destroyForcibly();
			}
		}
		try (Stream<Path> files = Files.walk(this.folder).filter(Files::isRegularFile)) {
			assertThat(files).isNotEmpty().noneMatch((file) -> read(file).contains(password));
		}
	}

	private static List<String> commandLines() {
		return ProcessHandle.allProcesses()
			.map((process) -> read(Path.of("/proc", String.valueOf(process.pid()), "cmdline")))
			.toList();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file, StandardCharsets.ISO_8859_1);
		}
		catch (IOException ex) {
			return "";
		}
	}

	@ParameterizedTest
	@ExtendWith(OutputCaptureExtension.class)
	@CsvSource({ "--server.port=, 'Web server failed to start. Port '",
			"--grpc.server.port=, 'Failed to bind to address /127.0.0.1:'" })
	void whenAnotherProcessTakesAPortFirstThenItGetsNothingAndOneLineSaysSo(String option, String line,
			CapturedOutput output) throws Exception {
		Path arguments = this.folder.resolve("arguments");
		Path go = this.folder.resolve("go");
		Path jdk = jdk("""
				printf '%%s\\n' "$@" >'%1$s.part' && mv '%1$s.part' '%1$s'
				until [ -e '%2$s' ]; do sleep 0.1; done""".formatted(arguments, go));
		try (InThisProcess lab = InThisProcess.start(this.folder, "--experiment=" + experiment("300ms"), "--quiet",
				"--experiment.server.java-home=" + jdk)) {
			await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(arguments));
			int port = Files.readAllLines(arguments)
				.stream()
				.filter((argument) -> argument.startsWith(option))
				.map((argument) -> Integer.parseInt(argument.substring(option.length())))
				.findFirst()
				.orElseThrow();
			try (ServerSocket stranger = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
				Files.createFile(go);
				assertThat(lab.exitCode()).isEqualTo(1);
				assertThat(output.getErr().lines()).singleElement()
					.asString()
					.startsWith("experiment.server: exit code 1 while starting: ")
					.contains(line + port)
					.doesNotContain("s3cret");
				stranger.setSoTimeout(1);
				assertThatExceptionOfType(SocketTimeoutException.class).as("nobody has connected")
					.isThrownBy(stranger::accept);
			}
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whenAServerIgnoresSigtermThenItIsKilledAndOneLineSaysSo(CapturedOutput output) throws Exception {
		Path ready = this.folder.resolve("ready");
		Path jdk = jdk("trap '' TERM; touch '%s'; while :; do sleep 1; done".formatted(ready));
		ServerSpec spec = new ServerSpec(Application.HELLO_SERVICE.jar(), jdk, null, List.of(), Map.of(), this.folder);
		try (ForkedServer server = ForkedServer.start(spec, null, Duration.ofMinutes(1))) {
			await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(ready));
			assertThat(server.stop()).isEqualTo(new RunServer.Exit(137, true, null, null));
			assertThat(server.isAlive()).isFalse();
		}
		assertThat(output.getErr().lines()).singleElement()
			.asString()
			.matches("experiment.server: process \\d+ did not end within 15 s of SIGTERM and was killed.");
	}

	/** A folder like that of a JDK, whose java does something before it is java. */
	private Path jdk(String before) throws IOException {
		Path java = Files.createDirectories(this.folder.resolve("jdk").resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				%s
				exec '%s/bin/java' "$@"
				""".formatted(before, Application.HELLO_SERVICE.javaHome()));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		return this.folder.resolve("jdk");
	}

	private Path experiment(String duration) throws IOException {
		return Files.writeString(this.folder.resolve("forked.yml"), EXPERIMENT.formatted(duration));
	}

}
