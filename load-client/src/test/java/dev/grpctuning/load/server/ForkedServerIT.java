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
import java.util.Optional;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
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
import dev.grpctuning.testkit.Results;
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
@ExtendWith(OutputCaptureExtension.class)
class ForkedServerIT {

	/** Ten open calls whose handlers wait: hardly any load. */
	private static final String EXPERIMENT = """
			load: {model: closed, warmup: 0s, duration: %s, timeout: 20m}
			experiment:
			  name: forked
			  control: false
			  server:
			    mode: %s
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
	void whenAServerRunsThenNobodyElseSeesItsPropertiesOrThePasswordOfTheLab() throws Exception {
		Path experiment = experiment("retune", "10m");
		String password;
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=" + experiment)) {
			lab.awaitErr(" open 10");
			Path server = Path.of("/proc", String.valueOf(lab.children().getFirst().pid()));
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.resolve("environ"))))
				.isEqualTo("r--------");
			password = Stream.of(read(server.resolve("environ")).split("\0"))
				.filter((variable) -> variable.startsWith("SPRING_SECURITY_USER_PASSWORD="))
				.findFirst()
				.orElseThrow()
				.replaceFirst(".*=", "");
			assertThat(password).hasSizeGreaterThan(20);
			assertThat(commandLines()).isNotEmpty()
				.noneMatch((line) -> line.contains("s3cret") || line.contains(password));
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		try (Stream<Path> files = Files.walk(this.folder).filter(Files::isRegularFile)) {
			assertThat(files).isNotEmpty().noneMatch((file) -> read(file).contains(password));
		}
		JsonObject run = Results.objects(Results.objects(Results.result(results()), "variants").getFirst(), "runs")
			.getFirst();
		assertThat(run.getAsJsonObject("latencyMicros").get("min").getAsLong()).as("properties are in force")
			.isGreaterThanOrEqualTo(20_000);
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
	@CsvSource({ "--server.port=, 'Web server failed to start. Port '", "--grpc.server.port=, 'grpc.server.port: '" })
	void whenAnotherProcessTakesAPortFirstThenItGetsNothingAndOneLineSaysSo(String option, String line,
			CapturedOutput output) throws Exception {
		Path arguments = this.folder.resolve("arguments");
		Path go = this.folder.resolve("go");
		Path jdk = jdk("""
				printf '%%s\\n' "$@" >'%1$s.part' && mv '%1$s.part' '%1$s'
				until [ -e '%2$s' ]; do sleep 0.1; done""".formatted(arguments, go));
		try (InThisProcess lab = InThisProcess.start(this.folder, "--experiment=" + experiment("retune", "300ms"),
				"--quiet", "--experiment.server.java-home=" + jdk)) {
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

	@ParameterizedTest
	@CsvSource({ "compare, retune, ' open 10'", "tune, fork, /s" })
	void whenTheLabIsKilledThenItLeavesNoServerBehind(String command, String mode, String during) throws Exception {
		String[] arguments = Stream
			.of(Stream.of(command, "--experiment=" + experiment(mode, "10m")), command.equals("compare")
					? Stream.<String>of()
					: Stream.of("--slo=p99 < 10s", "--search.warmup=2s", "--search.settle=0s", "--search.trial=1s",
							"--search.start=20", "--search.highest=30", "--search.precision=0.001"),
					command.equals("tune") ? Stream.of("--tune.space.executor.threads=8") : Stream.<String>of())
			.flatMap((all) -> all)
			.toArray(String[]::new);
		try (AppProcess lab = AppProcess.client(this.folder, arguments)) {
			lab.awaitErr(during);
			List<ProcessHandle> servers = lab.children();
			assertThat(servers).hasSize(1);
			lab.kill();
			try {
				assertThat(lab.exitCode()).isEqualTo(137);
				await().atMost(Duration.ofSeconds(30)).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
			}
			finally {
				servers.forEach(ProcessHandle::destroyForcibly);
			}
		}
	}

	@Test
	void whenAServerIgnoresSigtermThenItIsKilledAndOneLineSaysSo(CapturedOutput output) throws Exception {
		assertThat(InThisProcess.run(this.folder, "--experiment=" + experiment("fork", "300ms"), "--quiet",
				"--experiment.server.java-home=" + jdk("trap '' TERM")))
			.isZero();
		assertThat(output.getErr().lines()).singleElement()
			.asString()
			.matches("experiment.server: process \\d+ did not end within 15 s of SIGTERM and was killed.");
		long pid = Long.parseLong(output.getErr().strip().replaceAll("\\D*(\\d+) did not.*", "$1"));
		assertThat(ProcessHandle.of(pid).flatMap((server) -> server.info().command())).isEqualTo(Optional.empty());
		JsonObject variant = Results.objects(Results.result(results()), "variants").getFirst();
		assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
		assertThat(Results.objects(variant, "runs").getFirst().getAsJsonObject("server").get("exitCode").getAsInt())
			.isEqualTo(137);
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

	private Path experiment(String mode, String duration) throws IOException {
		return Files.writeString(this.folder.resolve("forked.yml"), EXPERIMENT.formatted(duration, mode));
	}

	private Path results() throws IOException {
		return Results.onlyChild(this.folder.resolve("lab-results"));
	}

}
