package dev.grpctuning.load.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ResultFolders}. */
class ResultFoldersTests {

	private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.125Z");

	@TempDir
	private Path folder;

	@Test
	void whenFoldersAreNamedThenEachRunHasFilesOfOneNameThere() {
		ResultFolders folders = new ResultFolders(this.folder.resolve("a").toString(),
				this.folder.resolve("b").toString());
		folders.check();
		Path output = Path.of(String.valueOf(folders.output(TIME).path()));
		assertThat(output.getParent()).isEqualTo(this.folder.resolve("a"));
		assertThat(output.getFileName().toString()).matches("\\d{8}-\\d{4}00-125\\.json");
		assertThat(folders.histogram(TIME)).isEqualTo(
				this.folder.resolve("b").resolve(output.getFileName().toString().replace("json", "hlog")).toString());
		assertThat(folders.output(TIME.plusMillis(1)).path()).isNotEqualTo(output.toString());
		assertThat(this.folder.resolve("a")).isEmptyDirectory();
	}

	@Test
	void whenNothingIsNamedThenNothingIsWritten() {
		ResultFolders folders = new ResultFolders(null, null);
		folders.check();
		assertThat(folders.output(TIME)).isEqualTo(new OutputFile(null));
		assertThat(folders.histogram(TIME)).isNull();
	}

	@Test
	void whenTheResultIsToBePrintedThenThereIsNoFile() {
		ResultFolders folders = new ResultFolders("-", null);
		folders.check();
		assertThat(folders.output(TIME)).isEqualTo(new OutputFile("-"));
		assertThat(folders.output(TIME).path()).isNull();
	}

	@Test
	void whenAFileIsNamedThenTheLineSaysThatItMustBeAFolder() throws Exception {
		Path file = Files.createFile(this.folder.resolve("result.json"));
		assertRefused(new ResultFolders(file.toString(), null), "load.output: " + file + " is not a folder; ");
		assertRefused(new ResultFolders(null, file.toString()), "load.histogram: " + file + " is not a folder; ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void whenAFolderHasNoNameThenTheLineSaysSo(String name) {
		assertRefused(new ResultFolders(name, null), "load.output: ");
	}

	@Test
	void whenAFolderCannotBeMadeThenTheLineSaysSo() {
		assertRefused(new ResultFolders("/dev/null/results", null), "load.output: /dev/null/results/check ");
	}

	private static void assertRefused(ResultFolders folders, String line) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(folders::check).withMessageStartingWith(line);
	}

}
