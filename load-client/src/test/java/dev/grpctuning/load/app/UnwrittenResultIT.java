package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
@ExtendWith(OutputCaptureExtension.class)
class UnwrittenResultIT {

	/** Pipes have no size that could be limited. */
	private static final String PIPES = " > >(cat) 2> >(cat >&2)";

	private static final String IN_PIPES = "exec \"$@\"" + PIPES;

	private static final String ON_FULL_DISK = "exec prlimit --fsize=0 \"$@\"" + PIPES;

	private static final Path REPORTS = Path.of("src", "test", "resources", "report").toAbsolutePath();

	private static final String EXPERIMENT = """
			load: {model: closed, warmup: 0s, duration: %s}
			experiment:
			  name: unwritten
			  control: false
			  repeat: %d
			  server:
			    mode: retune
			    settle: 0s
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			    properties: {hello.work.delay: 20ms}
			  variants:
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct}
			""";

	private static final String[] SEARCH = { "--slo=p99 < 10s", "--search.warmup=2s", "--search.settle=0s",
			"--search.start=20", "--search.highest=30", "--search.trial=1s", "--load.open.max-lag=1s" };

	@TempDir
	private Path folder;

	@Test
	void whenTheDiskIsFullThenTheResultOfARunIsPrinted() throws Exception {
		Path file = this.folder.resolve("run.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.clientBy(this.folder, IN_PIPES, "run", "--load.target=" + server.address(),
						"--load.model=open", "--load.open.rate=20", "--load.duration=3s", "--load.warmup=0s",
						"--load.output=" + file)) {
			lab.awaitErr(" open ");
			lab.fillDisk();
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(printed(lab).getAsJsonObject("counts").get("ok").getAsLong()).isEqualTo(60);
			assertThat(lab.out()).contains("60 of 60");
			assertLine(lab.errLines(), "load.output: " + file + " cannot be written (", "File too large");
		}
		assertNothingWritten();
	}

	@Test
	void whenTheLogOfLatenciesCannotBeWrittenThenTheResultOfARunIsPrinted() throws Exception {
		Path file = this.folder.resolve("run.hlog");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.clientBy(this.folder, ON_FULL_DISK, "run",
						"--load.target=" + server.address(), "--load.model=open", "--load.open.rate=20",
						"--load.duration=2s", "--load.warmup=0s", "--load.histogram=" + file)) {
			assertThat(lab.exitCode()).isEqualTo(1);
			await().untilAsserted(() -> assertThat(lab.out()).contains("40 of 40"));
			assertLine(lab.errLines(), "load.histogram: " + file + " cannot be written (", "File too large");
		}
	}

	@ParameterizedTest
	@CsvSource({ "compare, ' open 10'", "knee, ' held'", "tune, /s" })
	void whenTheDiskIsFullThenWhatWasMeasuredIsPrinted(String command, String during) throws Exception {
		try (AppProcess lab = AppProcess.clientBy(this.folder, IN_PIPES, arguments(command, "3s"))) {
			lab.awaitErr(during);
			lab.fillDisk();
			assertThat(lab.exitCode()).isEqualTo(1);
			JsonObject printed = printed(lab);
			assertThat(lab.out()).contains("\n| ");
			assertThat(printed.toString()).containsPattern("\"ok\":[1-9]");
			assertLine(lab.errLines(), "experiment.output: the result cannot be written (", "File too large");
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

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenTheFolderOfAnExperimentHasGoneThenWhatWasMeasuredIsPrinted(boolean replaced, CapturedOutput output)
			throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder, "--experiment=" + experiment("2s", 2),
				"--format=" + (replaced ? "csv" : "grid"))) {
			lab.await(() -> assertThat(output.getErr()).contains("[2/2]").containsPattern("(?s)\\[2/2].* open "));
			remove(lab.results(), replaced);
			assertThat(lab.exitCode()).as(output::getErr).isEqualTo(1);
		}
		assertThat(output.getOut()).contains("| direct ");
		List<JsonObject> runs = Results
			.objects(Results.objects(JsonParser.parseString(lastLine(output.getOut())).getAsJsonObject(), "variants")
				.getFirst(), "runs");
		assertThat(runs).hasSize(2)
			.allSatisfy((run) -> assertThat(run.getAsJsonObject("counts").get("ok").getAsLong()).isPositive());
		assertThat(runs.getLast().getAsJsonArray("timeline")).isNotEmpty();
		assertLine(output.getErr().lines().toList(), "experiment.output: the result cannot be ", "");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenTheFolderOfASearchHasGoneThenNothingIsLost(boolean replaced, CapturedOutput output) throws Exception {
		Path results;
		try (InThisProcess lab = InThisProcess.start(this.folder, arguments("knee", "1s"))) {
			lab.await(() -> assertThat(output.getErr()).contains(" held"));
			results = lab.results();
			remove(results, replaced);
			assertThat(lab.exitCode()).as(output::getErr).isEqualTo(replaced ? 1 : 0);
		}
		JsonObject document = replaced ? JsonParser.parseString(lastLine(output.getOut())).getAsJsonObject()
				: Results.result(results);
		assertThat(Results.objects(document, "variants").getFirst().getAsJsonArray("trials")).isNotEmpty();
		assertThat(
				output.getErr().lines().filter((line) -> line.startsWith("experiment.output: the result cannot be ")))
			.hasSize(replaced ? 1 : 0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "compare", "knee", "tune" })
	void whenTheFolderCannotBeMadeThenNothingIsMeasured(String command, CapturedOutput output) throws Exception {
		Path file = Files.createFile(this.folder.resolve("lab-results"));
		assertThat(InThisProcess.run(this.folder, arguments(command, "1s"))).isEqualTo(1);
		assertThat(output.getErr().lines()).singleElement().asString().startsWith("experiment.output: " + file);
	}

	private static void remove(Path results, boolean replaced) {
		// A server may write a file in the meantime.
		await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
			FileSystemUtils.deleteRecursively(results);
			if (replaced) {
				Files.createFile(results);
			}
			return true;
		});
	}

	private String[] arguments(String command, String duration) throws IOException {
		return Stream
			.of(Stream.of(command, "--experiment=" + experiment(duration, 1)),
					command.equals("compare") ? Stream.<String>of() : Stream.of(SEARCH),
					command.equals("tune") ? Stream.of("--tune.space.executor.thread-name-prefix=other-",
							"--tune.trial=500ms", "--tune.rounds=3") : Stream.<String>of())
			.flatMap((all) -> all)
			.toArray(String[]::new);
	}

	private Path experiment(String duration, int rounds) throws IOException {
		return Files.writeString(this.folder.resolve("unwritten.yml"), EXPERIMENT.formatted(duration, rounds));
	}

	/** The document in the last line, which the other end of the pipe may print late. */
	private static JsonObject printed(AppProcess lab) throws IOException {
		await().atMost(Duration.ofSeconds(30)).until(() -> lastLine(lab.out()).matches("\\{.*}"));
		return JsonParser.parseString(lastLine(lab.out())).getAsJsonObject();
	}

	private static String lastLine(String text) {
		return text.lines().reduce("", (first, second) -> second);
	}

	private static void assertLine(List<String> lines, String start, String part) {
		assertThat(lines).filteredOn((line) -> line.startsWith(start)).singleElement().asString().contains(part);
		assertThat(lines).noneMatch((line) -> line.startsWith("\tat "));
	}

	private void assertNothingWritten() throws IOException {
		try (Stream<Path> files = Files.list(this.folder)) {
			assertThat(files.map((file) -> file.getFileName().toString()))
				.allMatch((name) -> name.startsWith("process") || name.equals("result.json"));
		}
	}

}
