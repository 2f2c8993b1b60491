package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Results whose files cannot be written: one line, exit code 1, and what was measured is
 * printed. The disk is full for a process whose files may not grow.
 */
@StartsApplications
@Timeout(300)
class UnwrittenResultIT {

	/** Pipes have no size that could be limited. */
	private static final String PIPES = " > >(cat) 2> >(cat >&2)";

	private static final String IN_PIPES = "exec \"$@\"" + PIPES;

	private static final String ON_FULL_DISK = "exec prlimit --fsize=0 \"$@\"" + PIPES;

	private static final Path REPORTS = Path.of("src", "test", "resources", "report").toAbsolutePath();

	@TempDir
	private Path folder;

	@Test
	void whenTheDiskIsFullThenTheResultOfARunIsPrinted() throws Exception {
		Path file = this.folder.resolve("run.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.clientBy(this.folder, ON_FULL_DISK, "run",
						"--load.target=" + server.address(), "--load.model=open", "--load.open.rate=60",
						"--load.duration=1s", "--load.warmup=0s", "--load.output=" + file)) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(printed(lab).getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong())
				.isEqualTo(60);
			assertThat(lab.out()).contains("60 of 60");
			UnwrittenResult.assertLine(lab.errLines(), "load.output: " + file + " cannot be written (",
					"File too large");
		}
		assertNothingWritten();
	}

	@Test
	void whenTheLogOfLatenciesCannotBeWrittenThenTheResultOfARunIsPrinted() throws Exception {
		Path file = this.folder.resolve("run.hlog");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.clientBy(this.folder, ON_FULL_DISK, "run",
						"--load.target=" + server.address(), "--load.model=open", "--load.open.rate=40",
						"--load.duration=1s", "--load.warmup=0s", "--load.histogram=" + file)) {
			assertThat(lab.exitCode()).isEqualTo(1);
			await().untilAsserted(() -> assertThat(lab.out()).contains("40 of 40"));
			UnwrittenResult.assertLine(lab.errLines(), "load.histogram: " + file + " cannot be written (",
					"it is not complete");
		}
	}

	@ParameterizedTest
	@CsvSource({ "compare, ' open 10'", "tune, /s" })
	void whenTheDiskIsFullThenWhatWasMeasuredIsPrinted(String command, String during) throws Exception {
		try (AppProcess lab = AppProcess.clientBy(this.folder, IN_PIPES,
				UnwrittenResult.arguments(this.folder, command, "6s"))) {
			lab.awaitErr(during);
			lab.fillDisk();
			assertThat(lab.exitCode()).isEqualTo(1);
			JsonObject printed = printed(lab);
			assertThat(lab.out()).contains("\n| ");
			assertThat(printed.toString()).containsPattern("\"ok\":[1-9]");
			UnwrittenResult.assertLine(lab.errLines(), "experiment.output: the result cannot be written (",
					"File too large");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "diff", "report" })
	void whenTheDiskIsFullThenOneLineSaysSoAndNoFileIsLeft(String command) throws Exception {
		Path result = Files.copy(REPORTS.resolve("result.json"), this.folder.resolve("result.json"));
		Path file = this.folder.resolve("diff.json");
		boolean diff = command.equals("diff");
		String[] arguments = diff
				? new String[] { "diff", result.toString(), result.toString(), "--load.output=" + file }
				: new String[] { "report", this.folder.toString() };
		try (AppProcess lab = AppProcess.clientBy(this.folder, ON_FULL_DISK, arguments)) {
			assertThat(lab.exitCode()).isEqualTo(1);
			await().untilAsserted(() -> UnwrittenResult.assertLine(lab.errLines(),
					diff ? "load.output: " + file + " cannot be written ("
							: this.folder + ": the report cannot be written (",
					"File too large"));
			if (diff) {
				assertThat(printed(lab).get("variants").isJsonArray()).isTrue();
			}
		}
		assertNothingWritten();
	}

	@Test
	void whenStandardOutputCannotBeWrittenThenOneLineSaysSo() throws Exception {
		try (AppProcess lab = AppProcess.clientBy(this.folder, "exec \"$@\" >/dev/full", "help")) {
			assertThat(lab.exitCode()).isEqualTo(1);
			UnwrittenResult.assertLine(lab.errLines(), "standard output: ", "cannot be written");
		}
	}

	/** The document in the last line, which the other end of the pipe may print late. */
	private static JsonObject printed(AppProcess lab) throws IOException {
		await().atMost(Duration.ofSeconds(30)).until(() -> UnwrittenResult.lastLine(lab.out()).matches("\\{.*}"));
		return JsonParser.parseString(UnwrittenResult.lastLine(lab.out())).getAsJsonObject();
	}

	private void assertNothingWritten() throws IOException {
		try (Stream<Path> files = Files.list(this.folder)) {
			assertThat(files.map((file) -> file.getFileName().toString()))
				.allMatch((name) -> name.startsWith("process") || name.equals("result.json"));
		}
	}

}
