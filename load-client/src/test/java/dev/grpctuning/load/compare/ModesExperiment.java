package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.springframework.boot.test.system.CapturedOutput;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Experiments that run in this process, those whose variants set knobs of the tuning, and
 * what they have written.
 */
final class ModesExperiment {

	/** Ten open calls whose handlers wait: hardly any load, and a moment is enough. */
	static final String LOAD = """
			load: {model: closed, warmup: 0s, duration: 300ms, metadata: {x-work-delay-us: 20000}}
			experiment:
			  name: modes
			  control: false
			  server: {mode: %s, settle: 0s, jvm-options: [%s]}
			  variants:
			%s""";

	static final String EXECUTORS = """
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct, grpc.tuning.initial-flow-control-window: 128KB}
			    - name: virtual
			      properties: {grpc.tuning.executor.type: virtual, grpc.tuning.limit.concurrent-calls: 500}
			    - name: as-configured
			""";

	private ModesExperiment() {
	}

	static int compare(Path folder, String experiment, String... options) throws IOException {
		List<String> arguments = new ArrayList<>(Arrays.asList(options));
		arguments.addAll(List.of("--experiment=" + write(folder, experiment), "--quiet"));
		return launch(folder, arguments.toArray(String[]::new));
	}

	static int launch(Path folder, String... options) {
		List<String> arguments = new ArrayList<>(Arrays.asList(options));
		arguments.add("--experiment.output=" + folder.resolve("results"));
		return InThisProcess.run(folder, arguments.toArray(String[]::new));
	}

	static Path write(Path folder, String experiment) throws IOException {
		return Files.writeString(folder.resolve("modes.yml"), experiment);
	}

	static List<JsonObject> servers(Path results) throws IOException {
		return runs(results).stream().map((run) -> run.getAsJsonObject("server")).toList();
	}

	static List<JsonObject> runs(Path results) throws IOException {
		return variants(results).stream()
			.flatMap((variant) -> variant.getAsJsonArray("runs").asList().stream())
			.map(JsonElement::getAsJsonObject)
			.toList();
	}

	static List<JsonObject> variants(Path results) throws IOException {
		return Results.result(results)
			.getAsJsonArray("variants")
			.asList()
			.stream()
			.map(JsonElement::getAsJsonObject)
			.toList();
	}

	static void assertTunings(Path results) throws IOException {
		assertThat(variants(results)).extracting((variant) -> variant.get("ended").getAsString())
			.containsOnly("completed");
		List<JsonObject> tunings = servers(results).stream()
			.map((server) -> server.getAsJsonObject("setup").getAsJsonObject("tuning"))
			.toList();
		assertThat(tunings).extracting((tuning) -> tuning.get("executor.type").getAsString())
			.containsExactly("direct", "virtual", "fork-join");
		assertThat(tunings).extracting((tuning) -> String.valueOf(tuning.get("initial-flow-control-window")))
			.containsExactly("\"131072\"", "null", "null");
		assertThat(tunings).extracting((tuning) -> String.valueOf(tuning.get("flow-control-window")))
			.containsExactly("null", "\"1048576\"", "\"1048576\"");
		assertThat(tunings.get(1).get("limit.concurrent-calls").getAsString()).isEqualTo("500");
		assertThat(String.valueOf(tunings.get(2).get("limit.concurrent-calls"))).isNotEqualTo("\"500\"");
	}

	static void assertOneLine(CapturedOutput output, String line) {
		assertThat(output.getErr().lines()).hasSize(1).first().asString().startsWith(line);
		assertThat(output.getOut()).isEmpty();
	}

}
