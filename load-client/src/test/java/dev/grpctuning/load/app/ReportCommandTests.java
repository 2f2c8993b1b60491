package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
		Files.copy(RESULT, this.folder.resolve("result.json"));
		Files.writeString(this.folder.resolve("report.html"), "old");
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).isEqualTo(this.folder.resolve("report.html") + System.lineSeparator());
		assertThat(this.folder.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
		Approved.assertApproved("report-result.md", Files.readString(this.folder.resolve("report.md")));
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
		Approved.assertApproved("report-knee.md", Files.readString(this.folder.resolve("report.md")));
	}

	@Test
	void whenFolderHasASearchForKnobsThenItsPageIsDrawn(CapturedOutput output) throws Exception {
		Files.copy(RESULT.resolveSibling("tune.json"), this.folder.resolve("result.json"));
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).isEqualTo(this.folder.resolve("report.html") + System.lineSeparator());
		assertThat(this.folder.resolve("report.html")).content()
			.startsWith("<!DOCTYPE html>")
			.contains("<pre>grpc:\n  tuning:\n", "\"rounds\":[{\"name\":\"as configured\",\"runs\":[{\"round\":1,");
		Approved.assertApproved("report-tune.md", Files.readString(this.folder.resolve("report.md")));
	}

	@Test
	void whenNoneOrTwoFoldersAreNamedThenTheLineSaysHowToWriteIt() {
		Approved.assertCase("report.txt", this.folder, refusal(), refusal("a", "b"));
	}

	@Test
	void whenThereIsNoSuchFolderThenTheLineSaysSo() {
		Approved.assertCase("report.txt", this.folder, refusal("nowhere"), refusal(RESULT.toString()));
	}

	@Test
	void whenFolderHasNoResultThenTheLineNamesTheFile() {
		Approved.assertCase("report.txt", this.folder, refusal(this.folder.toString()));
	}

	@Test
	void whenFolderHasARunThenItsPageIsDrawn(CapturedOutput output) throws Exception {
		ResultFile.write(Experiments.counted().variants().getFirst().runs().getFirst(),
				this.folder.resolve("result.json"));
		assertThat(execute(this.folder.toString())).isEqualTo(ExitCode.OK);
		assertThat(output.getOut()).isEqualTo(this.folder.resolve("report.html") + System.lineSeparator());
		assertThat(this.folder.resolve("report.html")).content()
			.startsWith("<!DOCTYPE html>")
			.contains("\"heat\":[[0.0,", "\"percentiles\":[[");
	}

	@Test
	void whenResultIsThatOfSeveralClientsThenTheLineSaysSo() throws IOException {
		Approved.assertCase("report.txt", this.folder, unusable("{\"schema\": 1, \"kind\": \"merge\"}"));
	}

	@Test
	void whenResultHasAnotherSchemaThenBothNumbersAreSaid() throws IOException {
		Approved.assertCase("report.txt", this.folder, unusable("{\"schema\": 2, \"variants\": []}"),
				unusable("{\"schema\": \"1\", \"variants\": []}"), unusable("{\"a\": 1}"));
	}

	@Test
	void whenResultIsEmptyThenTheLineSaysSo() throws IOException {
		Approved.assertCase("report.txt", this.folder, unusable(""));
	}

	@Test
	void whenFieldIsMissingThenItIsNamed() throws IOException {
		String result = Files.readString(RESULT);
		assertThat(unusable(result.replaceFirst("\"startedAt\"", "\"begunAt\""))).contains("(startedAt ");
		assertThat(unusable(result.replaceFirst("\"counts\"", "\"sums\""))).contains("(variants[0].runs[0].counts ");
	}

	@Test
	void whenHistogramIsBrokenThenTheLineSaysSo() throws IOException {
		String result = Files.readString(RESULT);
		assertThat(
				unusable(result.replaceFirst("\"responseTimeHistogram\":\"HIST", "\"responseTimeHistogram\":\"HJST")))
			.contains("(no histogram: ");
	}

	@Test
	void whenResultIsNoJsonThenTheLineSaysSo() throws IOException {
		Files.writeString(this.folder.resolve("result.json"), "{\"schema\": 1, oops");
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> execute(this.folder.toString()))
			.satisfies((ex) -> assertThat(ex.getMessage()).startsWith(this.folder.resolve("result.json") + ": ")
				.contains("no JSON of that form")
				.doesNotContain("\n"));
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
