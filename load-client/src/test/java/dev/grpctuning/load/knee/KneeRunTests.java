package dev.grpctuning.load.knee;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.search.SearchSamples;
import dev.grpctuning.load.text.Display;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link KneeRun}. */
class KneeRunTests {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private List<KneeResult> results = List.of();

	@TempDir
	private Path folder;

	@Test
	void whenTheThreadIsInterruptedFromElsewhereThenNoFurtherVariantBegins() throws Exception {
		Thread.currentThread().interrupt();
		run();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.results).isEmpty();
		assertThat(this.out.toString(StandardCharsets.UTF_8)).contains("one").doesNotContain("two");
		assertThat(this.folder).isEmptyDirectory();
	}

	@Test
	void whenTheFilesOfAServerCannotBeMadeThenThatIsItsResult() throws Exception {
		Files.createFile(this.folder.resolve("one"));
		Files.createFile(this.folder.resolve("two"));
		run();
		assertThat(this.results).hasSize(2).allSatisfy((result) -> {
			assertThat(result.ended()).isEqualTo(Ended.EXITED);
			assertThat(result.reason()).contains("FileAlreadyExistsException", result.name());
		});
	}

	private void run() throws IOException {
		RunDriver driver = new RunDriver((address, load, timeout) -> {
			throw new InterruptedException();
		}, Duration.ofSeconds(1), Live.off());
		Display display = new Display("running", false, new PrintStream(this.out, true, StandardCharsets.UTF_8));
		new KneeRun(SearchSamples.plan(this.folder), List.of(Samples.variant("one"), Samples.variant("two")),
				new SearchRunner.Run(Environment.current(), driver, display), Live.off(),
				(document) -> this.results = document.variants())
			.run();
	}

}
