package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Searches for better knobs at real servers in processes of their own. A thread that
 * waits for 20 ms answers 50 calls a second on any machine, and eight eight times as
 * many.
 */
@StartsApplications
@Timeout(900)
@ExtendWith(OutputCaptureExtension.class)
class TuneIT {

	/** Other work on the machine may hide that a knob is better. */
	private static final int ATTEMPTS = 3;

	private static final String[] SERVER = { "--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1",
			"--experiment.server.properties.hello.work.delay=20ms",
			"--experiment.server.properties.grpc.tuning.executor.type=fixed",
			"--experiment.server.properties.grpc.tuning.executor.threads=1" };

	/**
	 * New settings are warmed up for a tenth, in which a busy machine must answer a call.
	 */
	private static final String[] SHORT = { "--slo=p50 < 200ms", "--load.open.max-lag=1s", "--search.warmup=4s",
			"--search.settle=200ms", "--search.trial=1s", "--tune.trial=500ms", "--tune.rounds=3" };

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	TuneIT(CapturedOutput output) {
		this.output = output;
	}

	@Test
	void whenAKnobIsBetterThenItIsRecommendedWithItsEvidence() throws Exception {
		Path results = tuneThreads();
		assertThat(this.output.getOut()).contains("| executor.threads=8 |", "| as configured      |",
				fragment(results));
		assertThat(this.output.getErr().lines())
			.anyMatch((line) -> line.matches("race \\d: executor.threads=8: [\\d,]+/s .*"))
			.anyMatch((line) -> line.matches("round [23]: executor.threads=8: .*"));
		assertThat(results.resolve("server")).isDirectory();
		assertThat(results.resolve("servers")).doesNotExist();
		assertThat(results.resolve("report.html")).content().contains("<a href=\"./server/gc.log\">");
		assertThat(fragment(results)).matches(
				"grpc:\n  tuning:\n    executor:\n      threads: 8  # p50 −[\\d.]+ % (± [\\d.]+|\\(−[\\d.]+ to −[\\d.]+\\)) at [\\d,]+/s against 1\n");
		JsonObject document = document(results);
		JsonObject recommendation = document.getAsJsonObject("recommendation");
		assertThat(recommendation.get("conclusion").getAsString()).isEqualTo("recommended");
		assertThat(recommendation.getAsJsonObject("whole").get("verdict").getAsString()).isEqualTo("better");
		List<Integer> rounds = objects(document, "rounds").stream()
			.map((trial) -> trial.get("round").getAsInt())
			.toList();
		// Before them, as round 0, the rate is checked if the scores are far enough
		// apart.
		assertThat(rounds).filteredOn((round) -> round > 0)
			.as("both candidates are tried in each round")
			.startsWith(1, 1, 2, 2);
	}

	/** One server is started, and changed for each trial. */
	private Path tuneThreads() throws IOException {
		Path results;
		int attempt = 0;
		do {
			Path own = Files.createDirectory(this.folder.resolve(String.valueOf(attempt++)));
			assertThat(InThisProcess.run(own, tune("--search.highest=150", "--tune.space.executor.threads=8")))
				.as(this.output::getErr)
				.isZero();
			results = Results.onlyChild(own.resolve("lab-results"));
		}
		while (attempt < ATTEMPTS && Files.notExists(results.resolve("application.yml")));
		return results;
	}

	@Test
	void whenNothingIsBetterThenNothingIsRecommendedAlsoIfTheLogOfTheServerCannotBeRead() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				tune("--tune.space.executor.thread-name-prefix=other-", "--tune.space.executor.threads=many",
						"--search.start=20", "--search.highest=20", "--slo=p50 < 10s", "--load.open.max-lag=1m",
						"--format=json", "--quiet"))) {
			lab.await(() -> assertThat(this.folder.resolve("lab-results")).isNotEmptyDirectory());
			lab.spoilLog("server/server.out");
			assertThat(lab.exitCode()).as(this.output::getErr).isEqualTo(3);
		}
		assertThat(this.output.getErr().lines()).singleElement().asString().matches("tune: .*server\\.out.*");
		Path results = results();
		JsonObject document = document(results);
		assertThat(JsonParser.parseString(this.output.getOut()).getAsJsonObject()).isEqualTo(document);
		assertThat(document.get("ended").getAsString()).isEqualTo("completed");
		JsonObject recommendation = document.getAsJsonObject("recommendation");
		assertThat(recommendation.get("conclusion").getAsString()).isEqualTo("none-faster");
		assertThat(recommendation.getAsJsonArray("lines")).isEmpty();
		assertThat(results.resolve("application.yml")).doesNotExist();
		assertThat(objects(document, "scores"))
			.filteredOn((score) -> score.getAsJsonObject("knobs").toString().contains("many"))
			.isNotEmpty()
			.allSatisfy((score) -> {
				assertThat(score.get("callsPerSecond").getAsDouble()).isZero();
				assertThat(score.get("reason").getAsString()).contains("refused: ", "executor.threads", "many");
			});
	}

	private static String fragment(Path results) throws IOException {
		return Files.readString(results.resolve("application.yml"));
	}

	@Test
	void whenInterruptedThenTheScoresSoFarAreKeptAlsoOfServersThatCannotBeChanged() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				tune("--search.start=20", "--search.highest=20", "--tune.space.executor.threads=8,16",
						"--experiment.server.properties.management.endpoint.grpctuning.access=read-only"))) {
			lab.await(() -> assertThat(this.output.getErr()).contains("race 1: "));
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		assertThat(this.output.getErr().lines())
			.anyMatch((line) -> line.matches(" +each candidate has a server of its own: .*access=unrestricted.*"));
		assertThat(this.output.getOut()).contains("| as configured ", "the search did not finish (interrupted)");
		JsonObject document = document(results());
		assertThat(document.get("ended").getAsString()).isEqualTo("interrupted");
		assertThat(objects(document, "scores")).hasSizeGreaterThan(1)
			.first()
			.satisfies((score) -> assertThat(score.get("callsPerSecond").getAsDouble()).isPositive());
	}

	private static String[] tune(String... arguments) {
		Stream<String> defaults = Stream.concat(Stream.of(SERVER), Stream.of(SHORT))
			.filter((option) -> Stream.of(arguments)
				.noneMatch((argument) -> argument.startsWith(option.split("=")[0] + "=")));
		return Stream.of(Stream.of("tune"), defaults, Stream.of(arguments))
			.flatMap((all) -> all)
			.toArray(String[]::new);
	}

	private Path results() throws IOException {
		return Results.onlyChild(this.folder.resolve("lab-results"));
	}

	private static JsonObject document(Path results) throws IOException {
		ResultSchema.assertValid(results.resolve("result.json"));
		return Results.result(results);
	}

	private static List<JsonObject> objects(JsonObject parent, String name) {
		return parent.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

}
