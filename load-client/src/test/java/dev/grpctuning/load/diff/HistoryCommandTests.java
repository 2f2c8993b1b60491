package dev.grpctuning.load.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.diff.HistoryDocument.Series;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Tests for the history of a folder of results. */
@Tag(Approved.TAG)
class HistoryCommandTests {

	private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

	@TempDir
	private Path folder;

	@Test
	void whenTheRateStepsDownThenTheResultIsNamedFromWhichOn() throws IOException {
		results((result) -> (result < 18) ? 1000 : 850);
		HistoryDocument history = history();
		assertThat(history.results()).hasSize(30);
		Series rate = rate(history);
		assertThat(rate.changes()).singleElement().satisfies((change) -> {
			assertThat(history.results().get(change.result()).name()).isEqualTo("commit-18");
			assertThat(change.change()).isCloseTo(-0.15, within(0.03));
			assertThat(change.better()).isFalse();
			assertThat(change.pValue()).isLessThanOrEqualTo(0.01);
		});
		assertThat(history.series()).filteredOn((series) -> series.metric() == Metric.P99)
			.allMatch((series) -> series.changes().isEmpty());
	}

	@Test
	void whenTheRateDriftsThenThatIsFound() throws IOException {
		results((result) -> 1000 - 5.0 * result);
		assertThat(rate(history()).changes()).isNotEmpty().allMatch((change) -> change.change() < 0);
	}

	@Test
	void whenItIsPrintedThenItIsATableAFileForOtavaOrJson() throws IOException {
		results((result) -> (result < 18) ? 1000 : 850);
		Approved.assertCase("history.txt", history().text(),
				history().csv().lines().limit(3).reduce("", (a, b) -> a + b + "\n"));
		assertThat(ResultFile.tree(history()).getAsJsonObject().get("kind").getAsString()).isEqualTo("history");
	}

	@Test
	void whenFilesAreNoResultsThenTheyAreLeftOut() throws IOException {
		write(0, 1000);
		Files.writeString(this.folder.resolve("notes.json"), "{}");
		Files.createDirectories(this.folder.resolve("empty"));
		List<Path> others = new ArrayList<>();
		HistoryCommand.read(this.folder, others);
		assertThat(others).containsExactly(this.folder.resolve("notes.json"));
		assertThat(history().text())
			.contains("\nResults: 1, from 2026-03-01T08:00:00Z to 2026-03-01T08:00:00Z. Changes: 0. ");
	}

	@Test
	void whenThereIsNoResultThenTheMessageNamesWhatThereShouldBe() {
		for (Path path : new Path[] { this.folder, this.folder.resolve("none") }) {
			assertThatExceptionOfType(UsageException.class)
				.isThrownBy(() -> HistoryCommand.read(path, new ArrayList<>()))
				.withMessageStartingWith(path + ": ")
				.withMessageEndingWith("name a folder of results, such as lab-results.");
		}
	}

	private static Series rate(HistoryDocument history) {
		return history.series()
			.stream()
			.filter((series) -> series.metric() == Metric.THROUGHPUT)
			.findFirst()
			.orElseThrow();
	}

	private HistoryDocument history() {
		return HistoryDocument.of(HistoryCommand.read(this.folder, new ArrayList<>()));
	}

	/** Results of thirty commits, with a noise of 2 %. */
	private void results(IntToDoubleFunction rate) throws IOException {
		Random random = new Random(1);
		for (int result = 0; result < 30; result++) {
			write(result, rate.applyAsDouble(result) * (1 + 0.02 * random.nextGaussian()));
		}
	}

	/** Writes a run to a folder of its own, as a commit's, one per hour. */
	private void write(int result, double rate) throws IOException {
		JsonObject run = ResultFile.tree(Samples.document("tuned", Samples.run(Samples.bursts(), Samples.answered())))
			.getAsJsonObject();
		JsonObject load = run.getAsJsonObject("load");
		load.getAsJsonObject("rate").addProperty("perSecond", Math.round(rate * 10) / 10.0);
		load.addProperty("startedAt", START.plus(Duration.ofHours(result)).toString());
		Path commit = Files.createDirectories(this.folder.resolve("commit-" + result));
		Files.writeString(commit.resolve("result.json"), run.toString());
	}

}
