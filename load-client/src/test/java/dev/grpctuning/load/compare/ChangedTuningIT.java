package dev.grpctuning.load.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.server.ScriptedActuator;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers whose tuning is changed by somebody else: the calls are answered here, and the
 * endpoint follows a script.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ChangedTuningIT {

	private static final String BEFORE = type("fork-join", "application.yml:1:1");

	private static final String VARIANT = type("virtual", "actuator");

	private static final String CHANGED = type("direct", "actuator");

	@Test
	void whenTheTuningChangesDuringARunThenTheRunIsDiscarded(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		try (HelloServer server = HelloServer.start(); ScriptedActuator actuator = ScriptedActuator.start()) {
			// Before all; after the change; before the run; after it; after giving back.
			actuator.tuning(0, BEFORE).tuning(0, VARIANT).tuning(0, VARIANT).tuning(0, CHANGED).tuning(0, BEFORE);
			actuator.answer("POST /grpctuning", 200, "{}");
			assertThat(compare(folder, server, actuator)).as(output::getErr).isEqualTo(3);
			assertThat(server.calls()).isEqualTo(10);
			JsonObject variant = variant(folder);
			assertThat(variant.get("ended").getAsString()).isEqualTo("wrong-tuning");
			assertThat(variant.get("reason").getAsString())
				.isEqualTo("executor.type: expected virtual, found direct after the run");
			assertThat(variant.getAsJsonArray("runs")).isEmpty();
			assertThat(actuator.posted()).last().isEqualTo("{\"reset\":true,\"guard\":false}");
			assertThat(output.getErr()).doesNotContain("experiment (");
		}
	}

	@ParameterizedTest
	@CsvSource({ "503, answered 503", "0, 'does not answer: '", "404, no longer reports the settings in force" })
	void whenAnAttachedServerCannotSayAfterARunWhatItIsThenTheRunIsDiscarded(int status, String diagnosis,
			@TempDir Path folder, CapturedOutput output) throws Exception {
		try (HelloServer server = HelloServer.start(); ScriptedActuator actuator = ScriptedActuator.start()) {
			// Before all; after the change; before the run; never again.
			actuator.tuning(0, BEFORE).tuning(0, VARIANT).tuning(0, VARIANT).answer("GET /grpctuning", status, "");
			actuator.answer("POST /grpctuning", 200, "{}");
			assertThat(compare(folder, server, actuator)).as(output::getErr).isEqualTo(3);
			assertThat(server.calls()).isEqualTo(10);
			JsonObject variant = variant(folder);
			assertThat(variant.get("ended").getAsString()).isEqualTo("wrong-tuning");
			assertThat(variant.get("reason").getAsString())
				.startsWith("could not be read again after the run: " + actuator.base() + "/grpctuning " + diagnosis);
			assertThat(variant.getAsJsonArray("runs")).isEmpty();
		}
	}

	@Test
	void whenAnAttachedServerDiesInARunThenItsFiguresAreKeptAndNotCompared(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		List<HelloServer> dying = new CopyOnWriteArrayList<>();
		try (ScriptedActuator actuator = ScriptedActuator.start();
				HelloServer server = HelloServer.start((call) -> (call == 14) ? death(actuator, dying) : Status.OK)) {
			dying.add(server);
			// Before all; after the change, before the run and after it; before it is
			// changed again; after that and before the run.
			actuator.tuning(0, BEFORE).tuning(0, VARIANT).tuning(0, VARIANT).tuning(0, VARIANT).tuning(0, VARIANT);
			actuator.tuning(0, CHANGED).answer("POST /grpctuning", 200, "{}");
			assertThat(compare(folder, server, actuator, """
					    - name: direct
					      properties: {grpc.tuning.executor.type: direct}
					""")).as(output::getErr).isEqualTo(3);
			assertThat(variant(folder).get("ended").getAsString()).isEqualTo("completed");
			JsonObject died = variant(folder, 1);
			assertThat(died.get("ended").getAsString()).isEqualTo("exited");
			JsonObject run = died.getAsJsonArray("runs").get(0).getAsJsonObject();
			assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsInt()).isEqualTo(4);
			assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").getAsJsonObject("failed").keySet())
				.contains("UNAVAILABLE");
			assertThat(run.getAsJsonObject("load").get("stoppedBy").getAsString()).isEqualTo("server-gone");
			assertThat(result(folder).getAsJsonObject("comparison").getAsJsonArray("rows").asList())
				.map(JsonElement::getAsJsonObject)
				.filteredOn((row) -> row.get("variant").getAsString().equals("direct"))
				.isNotEmpty()
				.allSatisfy((row) -> assertThat(row.getAsJsonObject("comparison").get("rounds").getAsInt()).isZero());
			assertThat(output.getOut()).contains("exited");
			assertThat(only(folder).resolve("report.html")).content()
				.contains("<code>direct</code> exited after answering");
		}
	}

	@Test
	void whenTheServerCannotGiveBackThenALineSaysWhatToDoAndTheResultIsThere(@TempDir Path folder,
			CapturedOutput output) throws Exception {
		try (HelloServer server = HelloServer.start(); ScriptedActuator actuator = ScriptedActuator.start()) {
			actuator.tuning(0, BEFORE).tuning(0, VARIANT);
			// Two are tried, one is made, and one gives back.
			actuator.answer("POST /grpctuning", 200, "{}")
				.answer("POST /grpctuning", 200, "{}")
				.answer("POST /grpctuning", 200, "{}")
				.answer("POST /grpctuning", 409, "{\"outcome\": \"FAILED\", \"detail\": \"the port is taken\"}");
			assertThat(compare(folder, server, actuator)).isEqualTo(3);
			assertThat(output.getErr()).contains(
					"compare: the attached server may still have settings of the experiment"
							+ " (the server did not take the change (FAILED): the port is taken);",
					"curl -H 'Content-Type: application/json' " + actuator.base()
							+ "/grpctuning -d '{\"reset\":true,\"guard\":false}'");
			assertThat(output.getOut()).contains("completed");
			assertThat(variant(folder).getAsJsonArray("runs")).hasSize(1);
			assertThat(Results.json(folder.resolve("again.json")).getAsJsonArray("variants").get(0)).as("load.output")
				.isEqualTo(variant(folder));
		}
	}

	private static Status death(ScriptedActuator actuator, List<HelloServer> servers) {
		actuator.close();
		servers.forEach(HelloServer::close);
		return Status.UNAVAILABLE;
	}

	private static int compare(Path folder, HelloServer server, ScriptedActuator actuator) throws Exception {
		return compare(folder, server, actuator, "");
	}

	private static int compare(Path folder, HelloServer server, ScriptedActuator actuator, String others)
			throws Exception {
		Path file = Files.writeString(folder.resolve("changed.yml"), """
				load: {model: burst, burst: {count: 1, size: 10}, max-open-calls: 1}
				experiment:
				  name: changed
				  control: false
				  server: {mode: attach, settle: 0s}
				  variants:
				    - name: virtual
				      properties: {grpc.tuning.executor.type: virtual}
				""" + others);
		return LoadClientApplication.launch("--experiment=" + file, "--quiet", "--experiment.calibration=false",
				"--load.output=" + folder.resolve("again.json"), "--experiment.output=" + folder.resolve("results"),
				"--experiment.server.address=" + server.address(), "--experiment.server.actuator=" + actuator.base());
	}

	private static JsonObject variant(Path folder) throws Exception {
		return variant(folder, 0);
	}

	private static JsonObject variant(Path folder, int index) throws Exception {
		return result(folder).getAsJsonArray("variants").get(index).getAsJsonObject();
	}

	private static JsonObject result(Path folder) throws Exception {
		return Results.result(only(folder));
	}

	private static Path only(Path folder) throws Exception {
		try (Stream<Path> results = Files.list(folder.resolve("results"))) {
			return results.findFirst().orElseThrow();
		}
	}

	private static String type(String value, String origin) {
		return ScriptedActuator.knob("executor.type", "\"" + value + "\"", "\"" + value + "\"", "null", origin);
	}

}
