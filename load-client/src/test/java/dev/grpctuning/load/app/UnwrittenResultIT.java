package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.FileSystemUtils;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.Results;
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
	private static final String ON_FULL_DISK = "exec prlimit --fsize=0 \"$@\" > >(cat) 2> >(cat >&2)";

	private static final Path REPORTS = Path.of("src", "test", "resources", "report").toAbsolutePath();

	private static final String EXPERIMENT = """
			load: {model: closed, warmup: 0s, duration: 2s}
			experiment:
			  name: unwritten
			  control: false
			  repeat: 2
			  server:
			    settle: 0s
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			    properties: {hello.work.delay: 20ms}
			  variants:
			    - name: waits
			""";

	@TempDir
	private Path folder;

	@Test
	void whenTheDiskIsFullThenTheResultOfARunIsPrinted() throws Exception {
		Path file = this.folder.resolve("run.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.clientBy(this.folder, ON_FULL_DISK, "run",
						"--load.target=" + server.address(), "--load.open.rate=60", "--load.duration=1s",
						"--load.output=" + file)) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(ok(printed(lab))).isEqualTo(60);
			assertThat(lab.out()).contains("60 of 60");
			assertLine(lab.errLines(), "load.output: " + file + " cannot be written (", "File too large");
		}
		assertNothingWritten();
	}

	/** The table is printed, as the format that was asked for needs what has gone. */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whenTheFolderOfAnExperimentHasGoneThenWhatWasMeasuredIsPrinted(CapturedOutput output) throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("unwritten.yml"), EXPERIMENT);
		try (InThisProcess lab = InThisProcess.start(this.folder, "--experiment=" + experiment,
				InThisProcess.lightServers(this.folder), "--format=csv")) {
			lab.await(() -> assertThat(output.getErr()).containsPattern("(?s)\\[2/2].* open "));
			Path results = lab.results();
			// A server may write a file in the meantime.
			await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
				FileSystemUtils.deleteRecursively(results);
				Files.createFile(results);
				return true;
			});
			assertThat(lab.exitCode()).as(output::getErr).isEqualTo(1);
		}
		assertThat(output.getOut()).contains("| waits ");
		List<JsonObject> variants = Results.objects(printed(output.getOut()), "variants");
		assertThat(Results.objects(variants.getFirst(), "runs")).hasSize(2)
			.allSatisfy((run) -> assertThat(ok(run)).isPositive());
		assertLine(output.getErr().lines().toList(), "experiment.output: the result cannot be ", "");
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
			await()
				.untilAsserted(() -> assertLine(lab.errLines(), diff ? "load.output: " + file + " cannot be written ("
						: this.folder + ": the report cannot be written (", "File too large"));
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
			assertLine(lab.errLines(), "standard output: ", "cannot be written");
		}
	}

	private static void assertLine(List<String> lines, String start, String part) {
		assertThat(lines).filteredOn((line) -> line.startsWith(start)).singleElement().asString().contains(part);
		assertThat(lines).noneMatch((line) -> line.startsWith("\tat "));
	}

	/** The document in the last line, which the other end of the pipe may print late. */
	private static JsonObject printed(AppProcess lab) throws IOException {
		await().atMost(Duration.ofSeconds(30)).until(() -> lab.out().strip().endsWith("}"));
		return printed(lab.out());
	}

	private static JsonObject printed(String text) {
		return JsonParser.parseString(text.lines().reduce("", (first, second) -> second)).getAsJsonObject();
	}

	private static long ok(JsonObject run) {
		return run.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong();
	}

	private void assertNothingWritten() {
		assertThat(this.folder)
			.isDirectoryNotContaining((file) -> !file.getFileName().toString().matches("process.*|result\\.json"));
	}

}
