package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Searches for better knobs. */
class TuneIT extends AbstractTuneIT {

	/** Other work on the machine may hide that a knob is better. */
	private static final int ATTEMPTS = 3;

	@Test
	void whenAKnobIsBetterThenItIsRecommendedWithItsEvidence() throws Exception {
		Path results = tuneThreads();
		assertThat(this.output.getOut()).contains("| executor.threads=8 |", "| as configured      |",
				fragment(results));
		assertThat(this.output.getErr().lines())
			.anyMatch((line) -> line.matches("race \\d: executor.threads=8: [\\d,]+/s .*"))
			.anyMatch((line) -> line.startsWith("round 3: executor.threads=8: "));
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
			.containsExactly(1, 1, 2, 2, 3, 3);
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

}
