package dev.grpctuning.load.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link OutputFile}.
 */
class OutputFileTests {

	@TempDir
	private Path folder;

	@Test
	void whenResultAndLogAreOneFileThenThatIsRefused() throws Exception {
		assertRefused("run.out", "run.out");
		assertRefused("run.out", "./run.out");
		assertThat(this.folder.resolve("run.out")).as("checked only").doesNotExist();
		Files.createSymbolicLink(this.folder.resolve("link"), this.folder.resolve("deep"));
		assertRefused("deep/run.out", "link/run.out");
		Files.createFile(this.folder.resolve("there"));
		Files.createSymbolicLink(this.folder.resolve("other"), this.folder.resolve("there"));
		assertRefused("other", "there");
	}

	@ParameterizedTest
	@CsvSource({ "run.json, run.hlog", "run, deep/run", "run.json,", "deep/run," })
	void whenTheyAreTwoFilesThenBothCanBeWritten(String result, @Nullable String histogram) throws Exception {
		String log = (histogram != null) ? this.folder.resolve(histogram).toString() : null;
		OutputFile output = output(result);
		output.checkBeside(log);
		assertThat(this.folder.resolve(result)).as("checked only").doesNotExist();
		output.report("", new Document("of a run"), true);
		assertThat(this.folder.resolve(result)).content().contains("of a run");
		if (log != null) {
			assertThat(Path.of(log)).as("checked only").doesNotExist();
			Files.writeString(Path.of(log), "of its latencies");
			assertThat(this.folder.resolve(result)).content().contains("of a run");
		}
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = "-")
	void whenNoFileIsWrittenThenTheLogMayHaveAnyName(@Nullable String result) {
		OutputFile output = new OutputFile(result);
		output.checkBeside(this.folder.resolve("run.hlog").toString());
		assertThat(output.path()).isNull();
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> output.checkBeside("/"))
			.withMessageStartingWith("load.histogram: / cannot be written");
	}

	private void assertRefused(String output, String histogram) {
		Path log = this.folder.resolve(histogram);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> output(output).checkBeside(log.toString()))
			.withMessage("load.histogram: %s is the file of load.output too, which would overwrite it; "
					+ "name another file.", log);
	}

	private OutputFile output(String name) {
		return new OutputFile(this.folder.resolve(name).toString());
	}

	private record Document(String name) {
	}

}
