package dev.grpctuning.load.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.FileSystemUtils;

import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Results whose folder cannot be made, or disappears while something is measured: what
 * was measured is printed or written anew.
 */
@StartsApplications
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class GoneFolderIT {

	@TempDir
	private Path folder;

	/** The table is printed, as the format that was asked for needs what has gone. */
	@Test
	void whenTheFolderOfAnExperimentHasGoneThenWhatWasMeasuredIsPrinted(CapturedOutput output) throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				"--experiment=" + UnwrittenResult.experiment(this.folder, "3s", 2),
				InThisProcess.lightServers(this.folder), "--format=csv")) {
			lab.await(() -> assertThat(output.getErr()).contains("[2/2]").containsPattern("(?s)\\[2/2].* open "));
			remove(lab.results(), false);
			assertThat(lab.exitCode()).as(output::getErr).isEqualTo(1);
		}
		assertThat(output.getOut()).contains("| waits ");
		List<JsonObject> runs = Results.objects(Results
			.objects(JsonParser.parseString(UnwrittenResult.lastLine(output.getOut())).getAsJsonObject(), "variants")
			.getFirst(), "runs");
		assertThat(runs).hasSize(2)
			.allSatisfy((run) -> assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong())
				.isPositive());
		assertThat(runs.getLast().getAsJsonArray("timeline")).isNotEmpty();
		UnwrittenResult.assertLine(output.getErr().lines().toList(), "experiment.output: the result cannot be ", "");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenTheFolderOfASearchHasGoneThenNothingIsLost(boolean replaced, CapturedOutput output) throws Exception {
		Path results;
		try (InThisProcess lab = InThisProcess.start(this.folder,
				UnwrittenResult.arguments(this.folder, "knee", "1s"))) {
			lab.await(() -> assertThat(output.getErr()).contains(" held"));
			results = lab.results();
			remove(results, replaced);
			assertThat(lab.exitCode()).as(output::getErr).isEqualTo(replaced ? 1 : 0);
		}
		JsonObject document = replaced
				? JsonParser.parseString(UnwrittenResult.lastLine(output.getOut())).getAsJsonObject()
				: Results.result(results);
		assertThat(Results.objects(document, "variants").getFirst().getAsJsonArray("trials")).isNotEmpty();
		assertThat(
				output.getErr().lines().filter((line) -> line.startsWith("experiment.output: the result cannot be ")))
			.hasSize(replaced ? 1 : 0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "compare", "knee", "tune" })
	void whenTheFolderCannotBeMadeThenNothingIsMeasured(String command, CapturedOutput output) throws Exception {
		Path file = Files.createFile(this.folder.resolve("lab-results"));
		assertThat(InThisProcess.run(this.folder, UnwrittenResult.arguments(this.folder, command, "1s"))).isEqualTo(1);
		assertThat(output.getErr().lines()).singleElement().asString().startsWith("experiment.output: " + file);
	}

	private static void remove(Path results, boolean replaced) {
		// A server may write a file in the meantime.
		await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
			FileSystemUtils.deleteRecursively(results);
			if (replaced) {
				Files.createFile(results);
			}
			return true;
		});
	}

}
