package dev.grpctuning.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerSpec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Where the servers of an experiment come from, with hello-service in processes of its
 * own.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class ServerModesIT {

	private static final Path JAR = Path.of("..", "hello-service", "target", "hello-service-0.1.0-SNAPSHOT.jar")
		.toAbsolutePath()
		.normalize();

	private static final String PASSWORD = "only-for-this-test";

	private static final String LOAD = """
			load: {model: closed, warmup: 0s, duration: 1s}
			experiment:
			  name: modes
			  noise: false
			  server: {mode: %s, settle: 1s, jvm-options: [%s]}
			  variants:
			%s""";

	private static final String EXECUTORS = """
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct, grpc.tuning.initial-flow-control-window: 128KB}
			    - name: virtual
			      properties: {grpc.tuning.executor.type: virtual, grpc.tuning.limit.concurrent-calls: 500}
			    - name: as-configured
			""";

	private final HttpClient http = HttpClient.newHttpClient();

	@SuppressWarnings("NullAway.Init")
	private ForkedServer attached;

	@BeforeAll
	void start(@TempDir Path logs) throws Exception {
		this.attached = ForkedServer.start(new ServerSpec(JAR, Path.of(System.getProperty("java.home")), "tuned",
				List.of("-Xmx256m"), Map.of(), logs), new ServerCredentials("admin", PASSWORD));
		this.attached.awaitReady(Duration.ofMinutes(2));
	}

	@AfterAll
	void stop() throws Exception {
		try (ForkedServer server = this.attached) {
			assertThat(server.stop().asked()).as("still there in the end").isTrue();
		}
	}

	@Test
	void whenOneServerIsRetunedThenEachRunShowsTheTuningThatWasInForce(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		assertThat(compare(folder, LOAD.formatted("retune", "-Xmx256m, -XX:TieredStopAtLevel=1", EXECUTORS)))
			.as(output::getErr)
			.isZero();
		Path results = onlyChild(folder.resolve("results"));
		assertTunings(results);
		for (JsonObject server : servers(results)) {
			assertThat(server.get("exitCode").isJsonNull()).isTrue();
			assertThat(server.get("gc").isJsonObject()).isTrue();
			assertThat(server.get("javaVersion").getAsString()).startsWith(System.getProperty("java.version"));
			assertThat(server.get("peakThreads").getAsInt()).isPositive();
		}
		assertThat(results.resolve("server")).isDirectoryContaining("glob:**/gc.log");
		assertThat(results.resolve("server-2")).doesNotExist();
	}

	@Test
	void whenWorkloadsHavePropertiesThenEachHasAServerThatIsWarmedUpAndRetuned(@TempDir Path folder,
			CapturedOutput output) throws Exception {
		assertThat(compare(folder, """
				load: {model: closed, warmup: 500ms, duration: 1s}
				experiment:
				  name: workloads
				  server: {mode: retune, settle: 1s, jvm-options: [-Xmx256m, -XX:TieredStopAtLevel=1]}
				  workloads:
				    - name: waits
				      properties: {hello.work.delay: 20ms, grpc.tuning.limit.concurrent-calls: 300}
				    - name: idle
				  variants:
				    - name: direct
				      properties: {grpc.tuning.executor.type: direct}
				    - name: virtual
				      properties: {grpc.tuning.executor.type: virtual}
				""")).as(output::getErr).isZero();
		Path results = onlyChild(folder.resolve("results"));
		assertThat(variants(results)).extracting((variant) -> variant.get("name").getAsString())
			.containsExactly("direct · waits", "virtual · waits", "direct-again · waits", "direct · idle",
					"virtual · idle", "direct-again · idle");
		assertThat(servers(results)).extracting((server) -> server.getAsJsonObject("tuning"))
			.extracting((tuning) -> tuning.get("executor.type").getAsString(),
					(tuning) -> String.valueOf(tuning.get("limit.concurrent-calls")).equals("\"300\""))
			.containsExactly(tuple("direct", true), tuple("virtual", true), tuple("direct", true),
					tuple("direct", false), tuple("virtual", false), tuple("direct", false));
		assertThat(runs(results))
			.extracting((run) -> run.getAsJsonObject("latencyMicros").get("min").getAsLong() >= 20_000)
			.containsExactly(true, true, true, false, false, false);
		assertThat(results.resolve("server")).isDirectoryContaining("glob:**/gc.log");
		assertThat(results.resolve("server-2")).isDirectoryContaining("glob:**/gc.log");
		assertThat(results.resolve("server-3")).doesNotExist();
		assertThat(output.getErr()).contains("warming up: each of 6 variants for a moment");
		assertThat(output.getOut()).contains("Noise: two runs of direct were up to ");
	}

	@Test
	void whenARetunedServerDiesThenThatIsAResultAndTheNextRunHasANewOne(@TempDir Path folder) throws Exception {
		Path file = write(folder, LOAD.formatted("retune", "-Xmx256m, -XX:TieredStopAtLevel=1", EXECUTORS));
		try (LabProcess lab = LabProcess.start(folder, "--experiment=" + file, "--load.duration=5s",
				"--experiment.only=direct,virtual")) {
			lab.awaitErr(" open 10");
			assertThat(lab.children()).hasSize(1).allSatisfy(ProcessHandle::destroyForcibly);
			assertThat(lab.exitCode()).isZero();
		}
		Path results = onlyChild(folder.resolve("lab-results"));
		assertThat(variants(results)).extracting((variant) -> variant.get("ended").getAsString())
			.containsExactly("exited", "completed");
		assertThat(variants(results).getFirst().get("reason").getAsString()).isEqualTo("exit code 137");
		assertThat(servers(results).getLast().getAsJsonObject("tuning").get("executor.type").getAsString())
			.isEqualTo("virtual");
		assertThat(results.resolve("server-2")).isDirectory();
	}

	@Test
	void whenAttachedThenTheServerIsEachVariantAndInTheEndWhatItWasBefore(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		change("{\"limit.concurrent-calls\": 700}");
		assertThat(attach(folder, PASSWORD, EXECUTORS)).as(output::getErr).isZero();
		Path results = onlyChild(folder.resolve("results"));
		assertTunings(results);
		for (JsonObject server : servers(results)) {
			assertThat(server.get("exitCode").isJsonNull()).isTrue();
			assertThat(server.get("gc").isJsonNull()).isTrue();
		}
		assertGivenBack();
		assertThat(output.getAll()).doesNotContain(PASSWORD);
		try (Stream<Path> files = Files.list(results)) {
			assertThat(files.filter(Files::isRegularFile)).hasSizeGreaterThan(2)
				.allSatisfy((file) -> assertThat(file).content().doesNotContain(PASSWORD));
		}
	}

	@Test
	void whenInterruptedThenAnAttachedServerGetsBackWhatItHad(@TempDir Path folder) throws Exception {
		change("{\"limit.concurrent-calls\": 700}");
		Path file = write(folder, LOAD.formatted("attach", "", EXECUTORS));
		List<String> arguments = new ArrayList<>(attachment(PASSWORD));
		arguments.addAll(List.of("--experiment=" + file, "--load.duration=10m"));
		try (LabProcess lab = LabProcess.start(folder, arguments.toArray(String[]::new))) {
			lab.awaitErr(" open 10");
			assertThat(knob("executor.type").get("effective").getAsString()).isEqualTo("direct");
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		assertGivenBack();
	}

	@Test
	void whenThePasswordIsWrongThenNothingIsDrivenAndOneLineSaysSo(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		assertThat(attach(folder, "guessed", EXECUTORS)).isEqualTo(1);
		assertOneLine(output, "experiment.server: " + this.attached.observed().actuator()
				+ "/grpctuning: the user may not read the tuning (401); set experiment.server.user and experiment.server.password");
		assertThat(output.getAll()).doesNotContain("guessed");
		assertThat(folder.resolve("results")).isEmptyDirectory();
	}

	@Test
	void whenThereIsNoPasswordThenReadingIsNotEnough(@TempDir Path folder, CapturedOutput output) throws Exception {
		assertThat(compare(folder, LOAD.formatted("attach", "", EXECUTORS),
				attachment(PASSWORD).subList(0, 2).toArray(String[]::new)))
			.isEqualTo(1);
		assertOneLine(output, "experiment.server: " + this.attached.observed().actuator()
				+ "/grpctuning: who gives no password may not change the tuning (401); set experiment.server.user");
		assertThat(folder.resolve("results")).isEmptyDirectory();
	}

	@Test
	void whenTheServerDoesNotTakeAVariantThenNothingIsDrivenAndOneLineSaysWhy(@TempDir Path folder,
			CapturedOutput output) throws Exception {
		assertThat(attach(folder, PASSWORD, EXECUTORS + """
				    - name: mistaken
				      properties: {grpc.tuning.executor.type: cyclic}
				""")).isEqualTo(1);
		assertOneLine(output, "experiment.server: variant mistaken: executor.type: \"cyclic\" ");
		assertThat(folder.resolve("results")).isEmptyDirectory();
	}

	@Test
	void whenWhatIsInForceIsNotWhatAVariantSaysThenItsRunIsRefused(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		assertThat(compare(folder, LOAD.formatted("fork", "-Xmx256m", """
				    - name: held
				      properties: {grpc.tuning.keep-alive.time: 15s}
				    - name: raised
				      # gRPC takes no less than ten seconds.
				      properties: {grpc.tuning.keep-alive.time: 5s}
				"""))).as(output::getErr).isZero();
		List<JsonObject> variants = variants(onlyChild(folder.resolve("results")));
		assertThat(variants.get(0).get("ended").getAsString()).isEqualTo("completed");
		JsonObject server = servers(onlyChild(folder.resolve("results"))).getFirst();
		assertThat(server.getAsJsonObject("tuning").get("keep-alive.time").getAsString()).isEqualTo("15000");
		assertThat(server.get("javaVersion").getAsString()).startsWith(System.getProperty("java.version"));
		assertThat(variants.get(1).get("ended").getAsString()).isEqualTo("wrong-tuning");
		assertThat(variants.get(1).get("reason").getAsString())
			.isEqualTo("keep-alive.time: expected 5s, found 10000 ms");
		assertThat(variants.get(1).getAsJsonArray("runs")).isEmpty();
		assertThat(output.getOut()).contains("wrong-tuning");
	}

	@Test
	void whenAVariantHasAnotherJdkThenItsServerRunsOnThat(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		Path jdk = folder.resolve("other-jdk");
		String variants = """
				    - name: own
				    - name: other
				      java-home: %s
				""".formatted(jdk);
		assertThat(compare(folder, LOAD.formatted("fork", "-Xmx256m", variants))).isEqualTo(1);
		assertOneLine(output, "experiment.variants[1].java-home: \"" + jdk
				+ "\" is not allowed (modes.yml:9). It must be the folder of a JDK, with bin/java in it.");
		// What it sets is seen in what the server says of itself.
		Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				exec "%s/bin/java" -Dgrpc.tuning.executor.type=direct "$@"
				""".formatted(System.getProperty("java.home")));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		assertThat(compare(folder, LOAD.formatted("fork", "-Xmx256m", variants))).as(output::getErr).isZero();
		Path results = onlyChild(folder.resolve("results"));
		assertThat(servers(results))
			.extracting(
					(server) -> server.getAsJsonObject("tuning").get("executor.type").getAsString().equals("direct"))
			.containsExactly(false, true);
		assertThat(variants(results)).extracting((variant) -> String.valueOf(variant.get("javaHome")))
			.containsExactly("null", "\"" + jdk + "\"");
	}

	private static void assertTunings(Path results) throws IOException {
		assertThat(variants(results)).extracting((variant) -> variant.get("ended").getAsString())
			.containsOnly("completed");
		List<JsonObject> tunings = servers(results).stream().map((server) -> server.getAsJsonObject("tuning")).toList();
		assertThat(tunings).extracting((tuning) -> tuning.get("executor.type").getAsString())
			.containsExactly("direct", "virtual", "fork-join");
		assertThat(tunings).extracting((tuning) -> String.valueOf(tuning.get("initial-flow-control-window")))
			.containsExactly("\"131072\"", "null", "null");
		assertThat(tunings).extracting((tuning) -> String.valueOf(tuning.get("flow-control-window")))
			.containsExactly("null", "\"1048576\"", "\"1048576\"");
		assertThat(tunings.get(1).get("limit.concurrent-calls").getAsString()).isEqualTo("500");
		assertThat(String.valueOf(tunings.get(2).get("limit.concurrent-calls"))).isNotEqualTo("\"500\"");
	}

	private void assertGivenBack() throws Exception {
		assertThat(knob("limit.concurrent-calls").get("configured").getAsString()).isEqualTo("700");
		assertThat(knob("executor.type").get("effective").getAsString()).isEqualTo("fork-join");
		assertThat(knob("flow-control-window").get("effective").getAsInt()).isEqualTo(1 << 20);
		for (String knob : List.of("executor.type", "flow-control-window", "initial-flow-control-window")) {
			assertThat(String.valueOf(knob(knob).get("origin"))).isNotEqualTo("\"actuator\"");
		}
	}

	private static void assertOneLine(CapturedOutput output, String line) {
		assertThat(output.getErr().lines()).hasSize(1).first().asString().startsWith(line);
		assertThat(output.getOut()).isEmpty();
	}

	private int attach(Path folder, String password, String variants) throws IOException {
		return compare(folder, LOAD.formatted("attach", "", variants), attachment(password).toArray(String[]::new));
	}

	private List<String> attachment(String password) {
		return List.of("--experiment.server.address=" + this.attached.address(),
				"--experiment.server.actuator=" + this.attached.observed().actuator(),
				"--experiment.server.password=" + password);
	}

	private static int compare(Path folder, String experiment, String... options) throws IOException {
		List<String> arguments = new ArrayList<>(Arrays.asList(options));
		arguments.addAll(List.of("--experiment=" + write(folder, experiment), "--experiment.server.jar=" + JAR,
				"--experiment.output=" + folder.resolve("results"), "--quiet"));
		return LoadClientApplication.launch(arguments.toArray(String[]::new));
	}

	private static Path write(Path folder, String experiment) throws IOException {
		return Files.writeString(folder.resolve("modes.yml"), experiment);
	}

	private void change(String json) throws Exception {
		HttpResponse<String> answer = this.http.send(request("")
			.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes()))
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json))
			.build(), HttpResponse.BodyHandlers.ofString());
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
	}

	private JsonObject knob(String name) throws Exception {
		return JsonParser
			.parseString(this.http.send(request("/" + name).build(), HttpResponse.BodyHandlers.ofString()).body())
			.getAsJsonObject();
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.attached.observed().actuator() + "/grpctuning" + path));
	}

	private static List<JsonObject> servers(Path results) throws IOException {
		return runs(results).stream().map((run) -> run.getAsJsonObject("server")).toList();
	}

	private static List<JsonObject> runs(Path results) throws IOException {
		return variants(results).stream()
			.flatMap((variant) -> variant.getAsJsonArray("runs").asList().stream())
			.map(JsonElement::getAsJsonObject)
			.toList();
	}

	private static List<JsonObject> variants(Path results) throws IOException {
		return JsonParser.parseString(Files.readString(results.resolve("result.json")))
			.getAsJsonObject()
			.getAsJsonArray("variants")
			.asList()
			.stream()
			.map(JsonElement::getAsJsonObject)
			.toList();
	}

	private static Path onlyChild(Path folder) throws IOException {
		try (Stream<Path> children = Files.list(folder)) {
			List<Path> all = children.toList();
			assertThat(all).hasSize(1);
			return all.getFirst();
		}
	}

}
