package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ReportCommand}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReportCommandTests {

	private static final Path RESULT = Path.of("src", "test", "resources", "report", "result.json");

	@TempDir
	private Path folder;

	@Test
	void whenFolderHasAResultThenBothFilesAreDrawnAndThePageIsNamed(CapturedOutput output) throws Exception {
		Files.copy(RESULT, this.folder.resolve("result.json"));
		Files.writeString(this.folder.resolve("report.html"), "old");
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).isEqualTo(this.folder.resolve("report.html") + System.lineSeparator());
		assertThat(this.folder.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
		assertThat(this.folder.resolve("report.md")).content().startsWith("### pools");
		assertThat(this.folder.resolve("result.json")).hasSameTextualContentAs(RESULT);
	}

	@Test
	void whenFolderHasASearchForKneesThenItsPageIsDrawn(CapturedOutput output) throws Exception {
		Files.copy(RESULT.resolveSibling("knee.json"), this.folder.resolve("result.json"));
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).isEqualTo(this.folder.resolve("report.html") + System.lineSeparator());
		assertThat(this.folder.resolve("report.html")).content()
			.startsWith("<!DOCTYPE html>")
			.contains("holds up to", "\"curve\":[{\"rate\":");
		assertThat(this.folder.resolve("report.md")).content()
			.startsWith("### The knee\n\n**")
			.contains("| variant | knee | not held at |")
			.contains("|---|--:|--:|--:|--:|--:|--:|---|\n| ");
	}

	@Test
	void whenFolderHasASearchForKnobsThenItsPageIsDrawn(CapturedOutput output) throws Exception {
		Files.copy(RESULT.resolveSibling("tune.json"), this.folder.resolve("result.json"));
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).isEqualTo(this.folder.resolve("report.html") + System.lineSeparator());
		assertThat(this.folder.resolve("report.html")).content()
			.startsWith("<!DOCTYPE html>")
			.contains("<pre>grpc:\n  tuning:\n", "\"rounds\":[{\"name\":\"as configured\",\"runs\":[{\"round\":1,");
		assertThat(this.folder.resolve("report.md")).content()
			.startsWith("### Tuning by search\n\n**executor.threads=8 is recommended: at ")
			.contains("```yaml\ngrpc:\n  tuning:\n", "| as configured | ");
	}

	@Test
	void whenNoneOrTwoFoldersAreNamedThenTheLineSaysHowToWriteIt() {
		assertRefused("report: 0 folders are named; write ./lab report lab-results/FOLDER");
		assertRefused("report: 2 folders are named; write ./lab report lab-results/FOLDER", "a", "b");
	}

	@Test
	void whenThereIsNoSuchFolderThenTheLineSaysSo() {
		assertRefused(
				"nowhere: there is no such folder; name a folder in which ./lab compare, knee or tune left a result.json.",
				"nowhere");
		assertRefused(
				RESULT + ": it is no folder; name a folder in which ./lab compare, knee or tune left a result.json.",
				RESULT.toString());
	}

	@Test
	void whenFolderHasNoResultThenTheLineNamesTheFile() {
		assertRefused(
				this.folder.resolve("result.json")
						+ ": there is no such file; name a folder in which ./lab compare, knee or tune left one.",
				this.folder.toString());
	}

	@Test
	void whenResultIsThatOfARunThenTheLineSaysSo() throws IOException {
		assertUnusable("{\"schema\": 1, \"kind\": \"run\"}",
				"its kind is \"run\"; expected experiment or knee or tune");
	}

	@Test
	void whenResultHasAnotherSchemaThenBothNumbersAreSaid() throws IOException {
		assertUnusable("{\"schema\": 2, \"variants\": []}", "its schema number is 2, and this version reads 1");
		assertUnusable("{\"schema\": \"1\", \"variants\": []}", "its schema number is \"1\", and this version reads 1");
		assertUnusable("{\"a\": 1}", "it has no schema number, as every result of the lab has");
	}

	@Test
	void whenResultIsEmptyThenTheLineSaysSo() throws IOException {
		assertUnusable("", "it is empty");
	}

	@Test
	void whenFieldIsMissingThenItIsNamed() throws IOException {
		String result = Files.readString(RESULT);
		assertUnusable(result.replaceFirst("\"startedAt\"", "\"begunAt\""), "startedAt is missing");
		assertUnusable(result.replaceFirst("\"counts\"", "\"sums\""), "variants[0].runs[0].counts is missing");
	}

	@Test
	void whenHistogramIsBrokenThenTheLineSaysSo() throws IOException {
		String result = Files.readString(RESULT);
		assertUnusable(result.replaceFirst("\"responseTimeHistogram\":\"HIST", "\"responseTimeHistogram\":\"HJST"),
				"no histogram: ");
	}

	@Test
	void whenResultIsNoJsonThenTheLineSaysSo() throws IOException {
		Files.writeString(this.folder.resolve("result.json"), "{\"schema\": 1, oops");
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(this.folder.toString()))
			.satisfies((ex) -> assertThat(ex.getMessage()).startsWith(this.folder.resolve("result.json") + ": ")
				.contains("no JSON of that form")
				.doesNotContain("\n"));
	}

	private void assertUnusable(String result, String reason) throws IOException {
		Files.writeString(this.folder.resolve("result.json"), result);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(this.folder.toString()))
			.withMessageStartingWith(this.folder.resolve("result.json")
					+ ": no result of ./lab compare, knee or tune that can be drawn (" + reason)
			.withMessageEndingWith("); name the folder of one.")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
		assertThat(this.folder.resolve("report.html")).doesNotExist();
	}

	private static void assertRefused(String message, String... files) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(files)).withMessage(message);
	}

	private static int execute(String... files) {
		return new ReportCommand().execute(List.of(files));
	}

}
