package dev.grpctuning.load;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.failure.UsageException;

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

	@Test
	void whenTheyAreTwoFilesThenBothAreWritten() {
		output("run.json").checkBeside(this.folder.resolve("run.hlog").toString());
		output("run").checkBeside(this.folder.resolve("deep/run").toString());
		output("run.json").checkBeside(null);
		new OutputFile("-").checkBeside(this.folder.resolve("run.hlog").toString());
		new OutputFile(null).checkBeside(this.folder.resolve("run.hlog").toString());
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

}
