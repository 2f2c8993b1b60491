package dev.grpctuning.load.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.result.Approved;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The launcher and the load client as processes, started from another folder.
 * {@link RunIT} and others show more in the process of the tests.
 */
@StartsApplications
@Timeout(600)
class LabIT {

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource({ "--help, --help", "run --load.burst.count=3 --help, run --load.burst.count=3 --help",
			"service -h, help service", "'', ''" })
	void whenTheServiceIsNotStartedThenTheLoadClientGetsTheArguments(String given, String expected) throws Exception {
		try (AppProcess lab = AppProcess.lab(this.folder, jdkThatPrintsItsArguments(this.folder), words(given))) {
			assertThat(lab.exitCode()).isZero();
			Path fast = Application.LOAD_CLIENT.jar().resolveSibling("fast");
			assertThat(lab.out().lines()).contains("-XX:AOTCache=" + fast.resolve("app.aot"))
				.endsWith(Stream
					.concat(Stream.of("-jar", fast.resolve("load-client.jar").toString()), Stream.of(words(expected)))
					.toArray(String[]::new));
			assertThat(lab.errLines()).isEmpty();
		}
	}

	@Test
	void whenNothingIsBuiltThenHelpIsPrintedAllTheSame() throws Exception {
		Path checkout = checkout();
		try (AppProcess lab = AppProcess.lab(checkout, this.folder, jdkThatPrintsItsArguments(this.folder), "help")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).isEqualToNormalizingNewlines(Files.readString(Approved.FOLDER.resolve("help.txt")));
			assertThat(lab.errLines()).isEmpty();
		}
		assertThat(checkout.resolve("target")).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { "help", "help run", "run --help", "version", "completion" })
	void whenASourceIsNewerThanTheJarThenATextOfTheJarIsPrintedWithoutABuild(String words) throws Exception {
		Path checkout = checkout();
		Path jar = Files.createDirectories(checkout.resolve("load-client/target")).resolve("load-client.jar");
		Files.setLastModifiedTime(Files.createFile(jar), FileTime.fromMillis(0));
		Files.createFile(checkout.resolve("pom.xml"));
		try (AppProcess lab = AppProcess.lab(checkout, this.folder, jdkThatPrintsItsArguments(this.folder),
				words(words))) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out().lines()).endsWith(
					Stream.concat(Stream.of("-jar", jar.toString()), Stream.of(words(words))).toArray(String[]::new));
			assertThat(lab.errLines()).isEmpty();
		}
	}

	private Path checkout() throws IOException {
		Path checkout = Files.createDirectory(this.folder.resolve("checkout"));
		Files.copy(Application.LOAD_CLIENT.jar().resolve("../../../lab").normalize(), checkout.resolve("lab"),
				StandardCopyOption.COPY_ATTRIBUTES);
		Path approved = Files.createDirectories(checkout.resolve("load-client").resolve(Approved.FOLDER));
		Files.copy(Approved.FOLDER.resolve("help.txt"), approved.resolve("help.txt"));
		return checkout;
	}

	/** An explicit maximum of RAM would count as the memory of the machine. */
	@ParameterizedTest
	@ValueSource(strings = { "version", "service" })
	void whenNoHeapIsGivenThenItIsAShareOfTheMachinesMemory(String command) throws Exception {
		List<String> options;
		try (AppProcess lab = AppProcess.lab(this.folder, jdkThatPrintsItsArguments(this.folder), command)) {
			assertThat(lab.exitCode()).isZero();
			options = lab.out().lines().takeWhile((line) -> !line.equals("-jar")).toList();
		}
		String[] flags = Stream
			.concat(options.stream().filter((option) -> !option.startsWith("-Xmx")),
					Stream.of("-XX:+PrintFlagsFinal", "-version"))
			.toArray(String[]::new);
		try (AppProcess java = AppProcess.java(this.folder, Map.of(), flags)) {
			assertThat(java.exitCode()).isZero();
			String out = java.out();
			long memory = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
			assertThat(out.lines().filter((line) -> line.contains(" MaxHeapSize "))).singleElement()
				.satisfies((line) -> assertThat(Long.parseLong(line.replaceAll("\\D+", "")))
					.isLessThan(memory * 42 / 100));
			assertThat(out).containsPattern(" UseCompressedOops += true");
		}
	}

	private static String[] words(String line) {
		return line.isEmpty() ? new String[0] : line.split(" ");
	}

	static Path jdkThatPrintsItsArguments(Path folder) throws IOException {
		Path jdk = folder.resolve("jdk");
		Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
		Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
		assertThat(java.toFile().setExecutable(true)).isTrue();
		Files.copy(Path.of(System.getProperty("java.home"), "release"), jdk.resolve("release"));
		return jdk;
	}

	/** With the codec whose library would print most. */
	@Test
	void runPrintsAndWritesWhatCameOfItWithoutAWordOfTheCodecsLibrary() throws Exception {
		Path output = this.folder.resolve("deep").resolve("result.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "run", "--load.target=" + server.address(),
						"--load.codec=wire", "--load.hello.longs=1000", "--load.model=burst", "--load.burst.count=3",
						"--load.burst.size=50", "--load.metadata.x-the-header=hi", "--load.output=" + output)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("150 of 150", "service time, from the send");
			assertThat(lab.errLines()).filteredOn((line) -> !line.startsWith(server.address() + " "))
				.satisfiesExactly((line) -> assertThat(line).startsWith("Live: http://127.0.0.1:"),
						(line) -> assertThat(line).isEqualTo(output.toString()),
						(line) -> assertThat(line).isEqualTo("Report: " + output.resolveSibling("report.html")));
			assertThat(server.headers()).containsExactly("hi");
			assertThat(server.methods()).containsExactly("hello.v1.HelloWireService/SayHello");
			JsonObject result = Results.json(output);
			assertThat(result.keySet()).contains("schema", "name", "plan", "environment", "load", "server", "timeline");
			assertThat(result.getAsJsonObject("load").getAsJsonObject("counts").toString())
				.isEqualTo("{\"started\":150,\"ok\":150,\"failed\":{},\"cancelled\":0,\"unfinished\":0}");
			assertThat(
					result.getAsJsonObject("load").getAsJsonObject("latencyMicros").getAsJsonObject("service").keySet())
				.contains("min", "mean", "p50", "p75", "p90", "p95", "p99", "p999", "p9999", "max");
			assertThat(result.getAsJsonObject("load").getAsJsonObject("client").keySet()).contains("cpuSeconds",
					"cpuMicrosPerCall", "saturatedBy");
			JsonObject call = result.getAsJsonObject("plan").getAsJsonObject("call");
			assertThat(call.get("method").getAsString()).isEqualTo("hello.v1.HelloWireService/SayHello");
			assertThat(call.getAsJsonObject("hello").get("longs").getAsInt()).isEqualTo(1000);
		}
	}

	@Test
	void whenInterruptedThenTheCountsSoFarArePrintedAndWritten() throws Exception {
		Path output = this.folder.resolve("result.json");
		// Ten calls are open all the time and are hardly any load.
		try (HelloServer server = HelloServer.start((index) -> {
			LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
			return Status.OK;
		});
				AppProcess lab = AppProcess.lab(this.folder, "run", "--load.target=" + server.address(),
						"--load.model=closed", "--load.duration=10m", "--load.output=" + output)) {
			lab.awaitErr(" open 10");
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("answered", "stopped by     interrupted");
			JsonObject counts = Results.json(output).getAsJsonObject("load").getAsJsonObject("counts");
			assertThat(counts.get("ok").getAsLong()).isPositive();
			assertThat(counts.get("started").getAsLong())
				.isEqualTo(counts.get("ok").getAsLong() + counts.get("unfinished").getAsLong());
		}
	}

	@Test
	void whenTheJarIsRunWithoutTheLauncherThenItWorks() throws Exception {
		try (AppProcess client = AppProcess.java(this.folder, Map.of(), "-XX:TieredStopAtLevel=1", "-jar",
				Application.LOAD_CLIENT.jar().toString(), "help")) {
			assertThat(client.exitCode()).isZero();
			assertThat(client.out()).contains("Usage: ./lab [COMMAND]", "run [HOST:PORT]", "-r, --rate=CALLS");
			assertThat(client.errLines()).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource({ "./lab kn, knee", "./lab run --load.open.r, --load.open.rate", "lab run --conn, --connections",
			"lab --experiment.only-, --experiment.only-workloads", "lab run --load.engine r, raw",
			"lab run --load.engine = r, raw", "lab help kn, knee" })
	void whenTheTabulatorIsPressedInBashThenTheWordIsCompleted(String line, String completed) throws Exception {
		Path script = this.folder.resolve("completion");
		Files.writeString(script, HelpText.completion());
		String press = """
				compopt() { :; }; source "$0"; COMP_LINE=$1; COMP_POINT=${#1}; read -ra COMP_WORDS <<<"$1"
				COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); complete -p lab >/dev/null
				_lab; printf '%s\\n' "${COMPREPLY[@]}"
				""";
		Process bash = new ProcessBuilder("bash", "-c", press, script.toString(), line).redirectErrorStream(true)
			.start();
		assertThat(bash.inputReader().lines().map(String::strip)).containsExactly(completed);
	}

	@Test
	void badInputIsOneLineAndExitCodeOne() throws Exception {
		try (AppProcess lab = AppProcess.lab(this.folder, "run", "--load.stub=foo")) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(lab.errLines())
				.containsExactly("load.stub: \"foo\" is not allowed; use one of future, async, blocking.");
			assertThat(lab.out()).isEmpty();
		}
	}

}
