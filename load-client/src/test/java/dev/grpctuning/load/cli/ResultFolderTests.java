package dev.grpctuning.load.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ResultFolder}. */
@ExtendWith(OutputCaptureExtension.class)
class ResultFolderTests {

	private static final Document DOCUMENT = new Document("measured");

	@TempDir
	private Path folder;

	@Test
	void whenTheFolderHasGoneThenItIsMadeAgain(CapturedOutput output) throws Exception {
		ResultFolder results = new ResultFolder(this.folder.resolve("results"));
		Files.delete(this.folder.resolve("results"));
		results.write(DOCUMENT);
		assertThat(this.folder.resolve("results/result.json")).content().contains("measured");
		assertThat(results.text("text", DOCUMENT)).isEqualTo("text");
		assertThat(results.exitCode(ExitCode.OK)).isEqualTo(ExitCode.OK);
		assertThat(output.getErr()).isEmpty();
	}

	@Test
	void whenAFileIsInItsPlaceThenTheResultIsToBePrintedAndOneLineSaysSo(CapturedOutput output) throws Exception {
		ResultFolder results = new ResultFolder(this.folder.resolve("results"));
		Files.delete(this.folder.resolve("results"));
		Files.createFile(this.folder.resolve("results"));
		results.write(DOCUMENT);
		results.write(DOCUMENT);
		assertThat(results.text("text", DOCUMENT)).isEqualTo("text\n{\"name\":\"measured\"}");
		assertThat(results.exitCode(ExitCode.OK)).isEqualTo(ExitCode.BAD_INPUT);
		assertThat(output.getErr().lines()).singleElement()
			.asString()
			.startsWith("experiment.output: the result cannot be written (");
	}

	@Test
	void whenTheFolderCannotBeMadeThenOneLineSaysSo() throws Exception {
		Path file = Files.createFile(this.folder.resolve("file"));
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> new ResultFolder(file))
			.withMessageStartingWith("experiment.output: " + file + " cannot be made (");
	}

	private record Document(String name) {
	}

}
