package dev.grpctuning.load.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link OutputFile}. */
class OutputFileTests {

	@TempDir
	private Path folder;

	@Test
	void whenResultAndLogAreOneFileThenThatIsRefused() throws Exception {
		assertRefused("run.out", "run.out");
		assertRefused("run.out", "./run.out");
		assertThat(this.folder.resolve("run.out")).as("checked only").doesNotExist();
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

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whenTheDocumentWasWrittenAlreadyThenItIsCopied(CapturedOutput captured) throws Exception {
		Path written = this.folder.resolve("result.json");
		Document document = new Document("two  words\n");
		ResultFile.write(document, written);
		output("copy.json").report("the text", written, true);
		assertThat(captured.getOut()).isEqualTo("the text\n");
		assertThat(this.folder.resolve("copy.json")).hasSameTextualContentAs(written);
		new OutputFile(null).report(null, written, true);
		assertThat(captured.getOut()).isEqualTo("the text\n" + Files.readString(written));
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whenTheDocumentIsToBeALineThenNoTextIsPrinted(CapturedOutput captured) throws Exception {
		Path written = this.folder.resolve("result.json");
		Document document = new Document("two  words\n");
		ResultFile.write(document, written);
		new OutputFile("-").report("the text", written, true);
		assertThat(captured.getOut().lines()).singleElement()
			.satisfies((line) -> assertThat(JsonParser.parseString(line)).isEqualTo(ResultFile.tree(document)));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = "-")
	void whenNoFileIsWrittenThenTheLogMayHaveAnyName(@Nullable String result) {
		OutputFile output = new OutputFile(result);
		output.checkBeside(this.folder.resolve("run.hlog").toString());
		assertThat(output.path()).isNull();
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> output.checkBeside("/"))
			.withMessageStartingWith("load.histogram: / ");
	}

	private void assertRefused(String output, String histogram) {
		Path log = this.folder.resolve(histogram);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> output(output).checkBeside(log.toString()))
			.withMessageStartingWith("load.histogram: %s ", log)
			.withMessageContaining(" load.output ");
	}

	private OutputFile output(String name) {
		return new OutputFile(this.folder.resolve(name).toString());
	}

	private record Document(String name) {
	}

}
