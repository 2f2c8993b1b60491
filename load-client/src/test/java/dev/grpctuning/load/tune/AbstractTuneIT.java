package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

/**
 * Starts searches at real servers in processes of their own. A thread that waits for 20
 * ms answers 50 calls a second on any machine, and eight eight times as many.
 */
@StartsApplications
@Timeout(900)
@ExtendWith(OutputCaptureExtension.class)
abstract class AbstractTuneIT {

	private static final String[] SERVER = { "--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1",
			"--experiment.server.properties.hello.work.delay=20ms",
			"--experiment.server.properties.grpc.tuning.executor.type=fixed",
			"--experiment.server.properties.grpc.tuning.executor.threads=1" };

	/**
	 * New settings are warmed up for a fifth, in which a busy machine must answer a call.
	 */
	private static final String[] SHORT = { "--slo=p50 < 200ms", "--load.open.max-lag=1s", "--search.warmup=2s",
			"--search.settle=200ms", "--search.trial=1s", "--tune.trial=500ms", "--tune.rounds=3" };

	@TempDir
	Path folder;

	CapturedOutput output;

	@BeforeEach
	void keep(CapturedOutput captured) {
		this.output = captured;
	}

	static String[] tune(String... arguments) {
		Stream<String> defaults = Stream.concat(Stream.of(SERVER), Stream.of(SHORT))
			.filter((option) -> Stream.of(arguments)
				.noneMatch((argument) -> argument.startsWith(option.split("=")[0] + "=")));
		return Stream.of(Stream.of("tune"), defaults, Stream.of(arguments))
			.flatMap((all) -> all)
			.toArray(String[]::new);
	}

	int run(String... arguments) {
		return InThisProcess.run(this.folder, tune(arguments));
	}

	Path results() throws IOException {
		return Results.onlyChild(this.folder.resolve("lab-results"));
	}

	static JsonObject document(Path results) throws IOException {
		ResultSchema.assertValid(results.resolve("result.json"));
		return Results.result(results);
	}

	static List<JsonObject> objects(JsonObject parent, String name) {
		return parent.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

}
