package dev.grpctuning.load.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Searches for better knobs at real servers in processes of their own. A thread that
 * waits for 5 ms answers 200 calls a second on any machine, and eight eight times as
 * many.
 */
@StartsApplications
@Timeout(900)
class TuneIT {

	private static final String[] SERVER = { "--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1",
			"--experiment.server.properties.hello.work.delay=5ms",
			"--experiment.server.properties.grpc.tuning.executor.type=fixed",
			"--experiment.server.properties.grpc.tuning.executor.threads=1" };

	private static final String[] SHORT = { "--slo=p50 < 200ms", "--load.open.max-lag=1s", "--search.warmup=1s",
			"--search.settle=200ms", "--search.trial=1s", "--tune.trial=500ms", "--tune.rounds=3" };

	@TempDir
	private Path folder;

	@Test
	void whenAKnobIsBetterThenItIsRecommendedWithItsEvidence() throws Exception {
		Path results;
		try (AppProcess lab = start("--search.highest=600", "--tune.space.executor.threads=8")) {
			// One server is started, and changed for each score and each run.
			assertThat(lab.exitCode(Duration.ofMinutes(14))).as(() -> err(lab)).isZero();
			results = Results.onlyChild(this.folder.resolve("lab-results"));
			assertThat(lab.out()).contains("| executor.threads=8 |", "| as configured      |", fragment(results));
			assertThat(lab.errLines()).anyMatch((line) -> line.startsWith("1 of 1 candidates, which will take about "))
				.anyMatch((line) -> line.startsWith("[6/6] "));
		}
		assertThat(fragment(results)).matches(
				"grpc:\n  tuning:\n    executor:\n      threads: 8  # p50 −[\\d.]+ % (± [\\d.]+|\\(−[\\d.]+ to −[\\d.]+\\)) at [\\d,]+/s against 1\n");
		JsonObject document = document(results);
		JsonObject recommendation = document.getAsJsonObject("recommendation");
		assertThat(recommendation.get("conclusion").getAsString()).isEqualTo("recommended");
		assertThat(recommendation.getAsJsonObject("whole").get("verdict").getAsString()).isEqualTo("better");
		List<Integer> rounds = objects(document, "rounds").stream()
			.map((trial) -> trial.get("round").getAsInt())
			.toList();
		assertThat(rounds).startsWith(0)
			.endsWith(3)
			.filteredOn((round) -> round > 0)
			.as("both candidates are tried in each round")
			.containsExactly(1, 1, 2, 2, 3, 3);
	}

	@Test
	void whenNothingIsBetterThenNothingIsRecommendedAndWhatDoesNotStartIsNamed() throws Exception {
		try (AppProcess lab = start("--tune.space.executor.thread-name-prefix=other-",
				"--tune.space.executor.threads=many", "--search.highest=50", "--format=json", "--quiet")) {
			assertThat(lab.exitCode()).as(() -> err(lab)).isZero();
			assertThat(JsonParser.parseString(lab.out()).getAsJsonObject())
				.isEqualTo(document(Results.onlyChild(this.folder.resolve("lab-results"))));
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		JsonObject recommendation = document(results).getAsJsonObject("recommendation");
		assertThat(recommendation.get("conclusion").getAsString()).isEqualTo("none-faster");
		assertThat(recommendation.getAsJsonArray("lines")).isEmpty();
		assertThat(results.resolve("application.yml")).doesNotExist();
		assertThat(objects(document(results), "scores"))
			.filteredOn((score) -> score.getAsJsonObject("knobs").toString().contains("many"))
			.isNotEmpty()
			.allSatisfy((score) -> {
				assertThat(score.get("callsPerSecond").getAsDouble()).isZero();
				assertThat(score.get("reason").getAsString()).contains("refused: ", "executor.threads", "many");
			});
	}

	@Test
	void whenInterruptedThenTheScoresSoFarAreKeptAlsoOfServersThatCannotBeChanged() throws Exception {
		try (AppProcess lab = start("--search.highest=600", "--tune.space.executor.threads=8,16,32",
				"--experiment.server.properties.management.endpoint.grpctuning.access=read-only")) {
			lab.awaitErr("[2] rung 1");
			assertThat(lab.errLines())
				.anyMatch((line) -> line.matches(" +each candidate has a server of its own: .*access=unrestricted.*"));
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("| as configured |", "the search has not ended (interrupted)");
		}
		JsonObject document = document(Results.onlyChild(this.folder.resolve("lab-results")));
		assertThat(document.get("ended").getAsString()).isEqualTo("interrupted");
		assertThat(objects(document, "scores")).hasSizeBetween(1, 2)
			.first()
			.satisfies((score) -> assertThat(score.get("callsPerSecond").getAsDouble()).isPositive());
	}

	@Test
	void whenTheServerDiesThenItIsStartedAnewAndMadeTheCandidateAgain() throws Exception {
		try (AppProcess lab = start("--search.highest=5000", "--tune.space.executor.threads=8,16,32")) {
			await().atMost(Duration.ofMinutes(1)).until(() -> trialsOfTheSecond(lab).anyMatch((line) -> true));
			assertThat(lab.children()).hasSize(1).allSatisfy(ProcessHandle::destroyForcibly);
			lab.awaitErr("[3] rung 1");
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.resolve("servers/kept/start-2/server.out")).isNotEmptyFile();
		List<Double> rates = objects(document(results), "scores").stream()
			.map((score) -> score.get("callsPerSecond").getAsDouble())
			.toList();
		assertThat(rates.getFirst()).as("one thread").isLessThan(250);
		assertThat(rates.get(1)).as("eight or more").isGreaterThan(300);
	}

	private static Stream<String> trialsOfTheSecond(AppProcess lab) throws IOException {
		return lab.errLines()
			.stream()
			.dropWhile((line) -> !line.startsWith("[2]"))
			.filter((line) -> line.contains("/s "));
	}

	@Test
	void whenWhatIsConfiguredDoesNotStartThenItsWordsAreTheResult() throws Exception {
		try (AppProcess lab = start("--tune.space.executor.threads=8",
				"--experiment.server.properties.grpc.tuning.transport=pigeon")) {
			assertThat(lab.exitCode()).isEqualTo(3);
			assertThat(lab.out()).contains("the search has not ended (exited: exit code 1 while starting: ", "pigeon");
		}
	}

	@Test
	void whenTheLogOfTheServerCannotBeReadThenWhatWasFoundIsKeptAndOneLineSaysSo() throws Exception {
		try (AppProcess lab = start("--tune.space.executor.thread-name-prefix=other-", "--search.highest=50")) {
			lab.awaitErr("[1] rung 1");
			lab.spoilLog("servers/kept/server.out");
			assertThat(lab.exitCode()).as(() -> err(lab)).isEqualTo(3);
			assertThat(lab.out()).contains("| as configured ", "nothing held the objective at a higher rate");
			assertThat(lab.errLines()).filteredOn((line) -> line.matches("tune: .*server\\.out.*")).hasSize(1);
			assertThat(lab.errLines()).noneMatch((line) -> line.contains("\tat "));
		}
		JsonObject document = document(Results.onlyChild(this.folder.resolve("lab-results")));
		assertThat(document.get("ended").getAsString()).isEqualTo("completed");
		assertThat(document.getAsJsonObject("recommendation").get("conclusion").getAsString()).isEqualTo("none-faster");
	}

	private AppProcess start(String... arguments) throws IOException {
		return AppProcess.client(this.folder,
				Stream.of(Stream.of("tune"), Stream.of(SERVER), Stream.of(SHORT), Stream.of(arguments))
					.flatMap((all) -> all)
					.toArray(String[]::new));
	}

	private static String fragment(Path results) throws IOException {
		return Files.readString(results.resolve("application.yml"));
	}

	private static JsonObject document(Path results) throws IOException {
		return JsonParser.parseString(Files.readString(results.resolve("result.json"))).getAsJsonObject();
	}

	private static List<JsonObject> objects(JsonObject parent, String name) {
		return parent.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

	private static String err(AppProcess lab) {
		try {
			return String.join("\n", lab.errLines());
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
