package dev.grpctuning.load.serve;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code ./lab drive} as a process.
 */
@StartsApplications
@Timeout(600)
class DriveIT {

	private static final List<String> COUNTERS_AND_GAUGES = List.of("load_calls_started_total",
			"load_calls_answered_total", "load_calls_open", "load_rate_planned", "load_client_saturated");

	private static final List<String> TIMERS = List.of("load_response_time_seconds", "load_service_time_seconds",
			"load_lag_seconds");

	private static final List<String> STATUSES = List.of("CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED",
			"UNAVAILABLE", "INTERNAL", "UNIMPLEMENTED", "UNKNOWN");

	private static final List<String> BOOTS = List.of("jvm_memory_used_bytes{", "process_cpu_usage",
			"jvm_threads_live_threads");

	@TempDir
	private Path folder;

	private final HttpClient http = HttpClient.newHttpClient();

	@ParameterizedTest
	@ValueSource(strings = { "stub", "raw" })
	@Execution(ExecutionMode.CONCURRENT)
	void drivesWhateverBecomesOfItsServerUntilItIsTerminated(String engine) throws Exception {
		TargetAddress address = freeAddress();
		int port = Ports.free();
		Path output = this.folder.resolve("result.json");
		try (AppProcess lab = AppProcess.client(this.folder, "drive", "--load.target=" + address, "--load.open.rate=50",
				"--load.engine=" + engine, "--load.channels=2", "--server.port=" + port, "--load.output=" + output,
				LoadActuator.OPTION)) {
			lab.awaitErr("waiting: no gRPC server at " + address + ": Connection refused; tried again every second");
			assertThat(get(port, "/actuator/health")).satisfies((answer) -> {
				assertThat(answer.statusCode()).isEqualTo(503);
				assertThat(answer.body()).contains("\"target\":\"" + address + "\"", "waiting: no gRPC server");
			});
			assertMeters(port, "model=\"open\"", "target=\"" + address + "\"");
			try (HelloServer server = HelloServer.startAgain(address.toString())) {
				await(() -> value(port, "load_calls_answered_total") >= 50);
				assertThat(server.connections()).isEqualTo(2);
				await(() -> get(port, "/actuator/health").statusCode() == 200);
				assertThat(get(port, "/actuator/health").body()).contains("\"state\":\"driving\"");
				assertThat(get(port, "/actuator/info").body()).contains("load-client");
				assertThat(value(port, "load_rate_planned")).isEqualTo(50);
				assertThat(value(port, "load_response_time_seconds_count")).isPositive();
			}
			await(() -> value(port, "status=\"UNAVAILABLE\"") >= 50);
			await(() -> get(port, "/actuator/health").statusCode() == 503);
			double before = value(port, "load_calls_answered_total");
			try (HelloServer server = HelloServer.startAgain(address.toString())) {
				await(() -> value(port, "load_calls_answered_total") >= before + 50);
				assertThat(server.connections()).isEqualTo(2);
				lab.terminate();
				assertThat(lab.exitCode()).isZero();
			}
			assertThat(lab.out())
				.contains("answered", "UNAVAILABLE", "unfinished     0", "send lag, from when it was due to the send")
				.doesNotContain("stopped by");
			assertThat(lab.errLines()).filteredOn((line) -> !line.startsWith(address.toString()))
				.hasSize(3)
				.endsWith(output.toString());
		}
		JsonObject result = JsonParser.parseString(Files.readString(output)).getAsJsonObject();
		JsonObject counts = result.getAsJsonObject("counts");
		long failed = counts.getAsJsonObject("failed")
			.asMap()
			.values()
			.stream()
			.mapToLong(JsonElement::getAsLong)
			.sum();
		assertThat(counts.get("started").getAsLong()).isEqualTo(counts.get("ok").getAsLong() + failed);
		assertThat(result.getAsJsonObject("sending").get("sentPerSecond").getAsDouble()).isBetween(48.0, 52.0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "closed", "burst", "ramp", "steps", "blocking" })
	void otherModelsHaveNoEndEither(String model) throws Exception {
		int port = Ports.free();
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "drive", "--load.target=" + server.address(),
						"--load.model=" + model, "--load.burst.size=10", "--load.closed.outstanding=2",
						"--load.ramp.over=1s", "--load.steps.values=20,100", "--load.steps.each=1s",
						"--server.port=" + port)) {
			await(() -> serves(port) && value(port, "load_calls_answered_total") >= 100);
			assertMeters(port, "model=\"" + model + "\"", "target=\"" + server.address() + "\"");
			lab.interrupt();
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("answered").doesNotContain("failed", "stopped by");
		}
	}

	@Test
	void whenTerminatedBeforeThereIsAServerThenItSaysSoAndThatIsNoFailure() throws Exception {
		TargetAddress address = freeAddress();
		try (AppProcess lab = AppProcess.client(this.folder, "drive", "--load.target=" + address, "--server.port=0")) {
			lab.awaitErr("waiting: ");
			lab.terminate();
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).last().isEqualTo("There was no server at " + address + "; no call was made.");
			assertThat(lab.out()).isEmpty();
		}
	}

	@Test
	void whoHasThePasswordMayEndItAndTakesNoPlans() throws Exception {
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "drive", "--load.target=" + server.address(),
						"--server.port=0")) {
			LoadActuator actuator = LoadActuator.of(lab);
			lab.awaitErr(" sets another.");
			String password = lab.errLines().get(1).replaceAll("The password of admin for changes is (.*); .*", "$1");
			JsonObject status = actuator.awaitStatus((each) -> each.get("state").getAsString().equals("driving")
					&& each.getAsJsonObject("run").get("progress").isJsonObject());
			JsonObject progress = status.getAsJsonObject("run").getAsJsonObject("progress");
			assertThat(progress.get("leftSeconds").isJsonNull()).isTrue();
			assertThat(progress.get("answered").getAsLong()).isPositive();
			assertThat(actuator.get("/actuator/load/result").statusCode()).isEqualTo(404);
			HttpResponse<String> posted = actuator.send("POST", "/actuator/load", password, "{\"plan\": {}}");
			assertThat(posted.statusCode()).isEqualTo(409);
			assertThat(posted.body())
				.isEqualTo("{\"error\":\"drive has a plan of its own until it ends; ./lab serve takes plans.\"}");
			assertThat(actuator.send("DELETE", "/actuator/load", null, null).statusCode()).isEqualTo(401);
			JsonObject ending = LoadActuator.json(actuator.send("DELETE", "/actuator/load", password, null));
			assertThat(ending.get("state").getAsString()).isEqualTo("draining");
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).startsWith("answered ").contains("unfinished     0").doesNotContain("stopped by");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.duration=10s", "load.burst.count=5", "load.timeout=5m",
			"load.start-at=2999-01-01T00:00:00Z" })
	void aPropertyOfAPlanWithAnEndIsRefusedInOneLine(String option) throws Exception {
		assertOneLine("--" + option,
				option.replaceAll("=.*", "") + ": drive goes on until it is interrupted; leave it out, or use run.");
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`',
			value = { "--load.open.rate=-1, load.open.rate: \"-1\" is not allowed (command line).",
					"--load.target=nowhere, load.target: \"nowhere\" is not allowed",
					"--load.output=/dev/null, load.output: /dev/null cannot be written",
					"--load.output=/, load.output: / cannot be written",
					"--sevrer.port=0, --sevrer.port: there is no such property" })
	void badInputIsOneLineAndExitCodeOne(String option, String line) throws Exception {
		assertOneLine(option, line);
	}

	private void assertOneLine(String option, String line) throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "drive", "--server.port=0", option)) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(lab.errLines()).hasSize(1).first().asString().contains(line);
			assertThat(lab.out()).isEmpty();
		}
	}

	@Test
	void whenTheActuatorsPortIsTakenThenOneLineSaysSo() throws Exception {
		try (ServerSocket taken = Ports.taken();
				AppProcess lab = AppProcess.client(this.folder, "drive", "--server.port=" + taken.getLocalPort())) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(lab.errLines()).hasSize(1).first().asString().contains(String.valueOf(taken.getLocalPort()));
		}
	}

	private void assertMeters(int port, String... tags) throws Exception {
		List<String> lines = get(port, "/actuator/prometheus").body().lines().toList();
		for (String name : COUNTERS_AND_GAUGES) {
			assertThat(lines).as(name)
				.filteredOn((line) -> line.startsWith(name + "{"))
				.singleElement()
				.asString()
				.contains(tags);
		}
		for (String status : STATUSES) {
			assertThat(lines).as(status)
				.filteredOn((line) -> line.startsWith("load_calls_failed_total{")
						&& line.contains("status=\"" + status + "\""))
				.singleElement()
				.asString()
				.contains(tags);
		}
		for (String name : TIMERS) {
			assertThat(lines).as(name)
				.filteredOn((line) -> line.startsWith(name + "_bucket{"))
				.hasSize(17)
				.allSatisfy((line) -> assertThat(line).contains(tags));
			assertThat(lines).anyMatch((line) -> line.startsWith(name + "_sum{"))
				.anyMatch((line) -> line.startsWith(name + "_count{"));
		}
		for (String name : BOOTS) {
			assertThat(lines).anyMatch((line) -> line.startsWith(name));
		}
	}

	private boolean serves(int port) throws InterruptedException {
		try {
			return get(port, "/actuator/info").statusCode() == 200;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * The value of the one series whose line holds a text.
	 */
	private double value(int port, String text) throws IOException, InterruptedException {
		return get(port, "/actuator/prometheus").body()
			.lines()
			.filter((line) -> !line.startsWith("#") && line.contains(text))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
	}

	private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
		return this.http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
				HttpResponse.BodyHandlers.ofString());
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofMinutes(4)).until(condition);
	}

	private static TargetAddress freeAddress() {
		return new TargetAddress("127.0.0.1", Ports.free());
	}

}
