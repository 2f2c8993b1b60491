package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.ResultFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ReportCommand}. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class ReportCommandTests {

	private static final Path RESULT = Path.of("src", "test", "resources", "report", "result.json");

	@TempDir
	private Path folder;

	@Test
	void whenFolderHasAResultThenBothFilesAreDrawnAndThePageIsNamed(CapturedOutput output) throws Exception {
		Path page = this.folder.resolve("report.html");
		Map<String, String> data = Map.of("result", "</html>", "knee", "\"curve\":[{\"callsPerSecond\":", "tune",
				"\"rounds\":[{");
		for (String name : data.keySet()) {
			Path result = RESULT.resolveSibling(name + ".json");
			Files.copy(result, this.folder.resolve("result.json"), StandardCopyOption.REPLACE_EXISTING);
			Files.writeString(page, "old");
			assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
			assertThat(output.getOut()).endsWith(page + System.lineSeparator());
			assertThat(page).content().startsWith("<!DOCTYPE html>").contains(data.get(name));
			Approved.assertApproved("report-" + name + ".md", Files.readString(this.folder.resolve("report.md")));
			assertThat(this.folder.resolve("result.json")).hasSameTextualContentAs(result);
		}
	}

	@Test
	void whenFolderHasARunThenItsPageIsDrawn() throws Exception {
		ResultFile.write(Experiments.counted().variants().getFirst().runs().getFirst(),
				this.folder.resolve("result.json"));
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(this.folder.resolve("report.html")).content().contains("\"heat\":[[0.0,", "\"percentiles\":[[");
	}

	@Test
	void whenThereIsNoResultThatCanBeDrawnThenTheLineSaysWhy() throws Exception {
		Approved.assertCase("report.txt", this.folder, refusal(), refusal("a", "b"), refusal("nowhere"),
				refusal(RESULT.toString()), refusal(this.folder.toString()),
				unusable("{\"schema\": 2, \"kind\": \"merge\"}"), unusable("{\"schema\": 1, \"variants\": []}"),
				unusable("{\"schema\": \"1\", \"variants\": []}"), unusable("{\"a\": 1}"), unusable(""));
		String result = Files.readString(RESULT);
		assertThat(unusable(result.replaceFirst("\"startedAt\"", "\"begunAt\""))).contains("(startedAt ");
		assertThat(unusable(result.replaceFirst("\"counts\"", "\"sums\"")))
			.contains("(variants[0].runs[0].load.counts ");
		assertThat(unusable(result.replace("\"histogram\":\"HIST", "\"histogram\":\"HJST")))
			.contains("(no histogram: ");
		assertThat(unusable("{\"schema\": 2, oops")).contains("no JSON of that form");
	}

	/** The line that refuses a result, of which nothing is drawn. */
	private String unusable(String result) throws IOException {
		Files.writeString(this.folder.resolve("result.json"), result);
		String line = refusal(this.folder.toString());
		assertThat(line).startsWith(this.folder.resolve("result.json") + ": ");
		assertThat(this.folder.resolve("report.html")).doesNotExist();
		return line;
	}

	private String refusal(String... files) {
		UsageException refusal = assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(files))
			.withMessageNotContaining("\n")
			.actual();
		return String.valueOf(refusal.getMessage());
	}

	private static int execute(String... files) {
		return new ReportCommand().execute(List.of(files));
	}

}
