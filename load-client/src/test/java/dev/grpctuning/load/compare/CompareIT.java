package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.FileSystemUtils;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Experiments on real servers in processes of their own. */
@StartsApplications
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
class CompareIT {

	private static final String EXPERIMENT = """
			load:
			  engine: raw
			  model: burst
			  burst: {count: 3, size: 6000, interval: 100ms, pacing: schedule}
			  metadata: {x-the-header: seen}
			  timeout: 4m
			  drain: 4m
			experiment:
			  name: small
			  control: false
			  server:
			    jvm-options: [-Xmx48m]
			    properties: {hello.print-header: true}
			  variants:
			    - name: bounded
			      profile: tuned
			    - name: unbounded
			      profile: fork-join
			      properties: {hello.work.delay: 1s}
			    - name: mistaken
			      profile: tunedd
			""";

	private static final String SLOW = """
			load:
			  model: closed
			  closed: {outstanding: 2}
			  open: {max-lag: 1s}
			  warmup: 100ms
			  duration: 500ms
			experiment:
			  name: slow
			  # A round that something else disturbs must not hide such a difference.
			  repeat: 4
			  slices: false
			  # So few calls that the slow variant answers them soon.
			  latency-at: 0.1
			  # Long, as other work on the machine takes some of it.
			  objective: 1s
			  metric: throughput
			  server:
			    mode: retune
			    jvm-options: [-Xmx128m, -Dhello.work.max-delay=1s]
			    settle: 0s
			    # 200 calls a second at most, however fast the machine is.
			    properties: {grpc.tuning.executor.type: fixed, grpc.tuning.executor.threads: 2}
			  variants:
			    - name: quick
			      load: {metadata.x-work-delay-us: 10000}
			    - name: slow
			      load: {metadata.x-work-delay-us: 200000}
			""";

	@TempDir
	private Path folder;

	@Test
	void aVariantThatDiesIsAResultAndTheOthersGoOn(CapturedOutput output) throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("small.yml"), EXPERIMENT);
		assertThat(InThisProcess.run(this.folder, "--experiment=" + experiment, "--experiment.calibration=true"))
			.as(output::getErr)
			.isZero();
		assertThat(output.getOut()).contains("bounded", "unbounded", "completed", "out-of-memory", "exited");
		assertThat(output.getErr()).contains("variant mistaken: ", " has no properties for the profile tunedd (");
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.getFileName().toString()).endsWith("-small");
		assertThat(Results.result(results).getAsJsonObject("environment").getAsJsonObject("calibration"))
			.satisfies((calibration) -> assertThat(calibration.get("callsPerSecond").getAsDouble()).isPositive());
		List<JsonObject> variants = variants(results);
		assertBounded(variants.get(0), results.resolve("bounded"));
		assertUnbounded(variants.get(1));
		assertMistaken(variants.get(2));
		assertReportIsDrawnAgain(results, output);
	}

	/** Runs an experiment in this process. */
	private int compare(String experiment, String... options) throws IOException {
		Path file = Files.writeString(this.folder.resolve("experiment.yml"), experiment);
		return ModesExperiment.launch(this.folder,
				Stream.concat(Stream.of("--experiment=" + file), Stream.of(options)).toArray(String[]::new));
	}

	private static void assertReportIsDrawnAgain(Path results, CapturedOutput output) throws IOException {
		String page = Files.readString(results.resolve("report.html"));
		String markdown = Files.readString(results.resolve("report.md"));
		assertThat(page).contains("<code>mistaken</code> exited", "<dt>command</dt><dd><code id=\"command\">./lab ",
				">gc.log</a>");
		assertThat(markdown).contains("`unbounded` ran out of memory", "`mistaken` exited", "- command: ./lab ");
		Files.delete(results.resolve("report.html"));
		Files.delete(results.resolve("report.md"));
		assertThat(LoadClientApplication.launch("report", results.toString())).as(output::getErr).isZero();
		assertThat(output.getOut()).endsWith("\n" + results.resolve("report.html") + "\n");
		assertThat(results.resolve("report.html")).content().isEqualTo(page);
		assertThat(results.resolve("report.md")).content().isEqualTo(markdown);
	}

	private static void assertBounded(JsonObject variant, Path logs) throws IOException {
		assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
		JsonObject run = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
		assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong()).isEqualTo(18_000);
		JsonObject bursts = run.getAsJsonObject("diagnosis").getAsJsonObject("bursts");
		assertThat(bursts.get("bursts").getAsInt()).isEqualTo(3);
		assertThat(bursts.get("maxMillis").getAsDouble()).isPositive();
		JsonObject server = run.getAsJsonObject("server");
		assertThat(server.get("exitCode").getAsInt()).as("ended by SIGTERM, in good order").isEqualTo(143);
		assertThat(server.get("peakThreads").getAsInt()).isBetween(5, 100);
		assertThat(server.get("peakHeapBytes").getAsLong()).isBetween(10L << 20, 48L << 20);
		assertThat(server.get("cpuSeconds").getAsDouble()).isPositive();
		assertThat(server.get("loadedClasses").getAsInt()).isGreaterThan(5000);
		assertThat(server.get("settled").isJsonPrimitive()).as("a server that is started is waited for").isTrue();
		assertThat(server.getAsJsonObject("gc").get("youngCount").getAsLong()).isPositive()
			.as("without those of the start")
			.isLessThan(Results.youngPauses(logs));
		assertThat(run.getAsJsonArray("timeline").asList()).isNotEmpty()
			.anyMatch((point) -> point.getAsJsonObject().get("server").isJsonObject());
		assertThat(logs.resolve("gc.log")).exists();
		assertThat(logs.resolve("server.out")).content().startsWith("[cut to the last ").endsWith("\n");
		assertThat(Files.size(logs.resolve("server.out"))).isLessThan(70_000);
	}

	private static void assertUnbounded(JsonObject variant) {
		assertThat(variant.get("ended").getAsString()).isEqualTo("out-of-memory");
		assertThat(variant.get("reason").getAsString()).contains("java.lang.OutOfMemoryError");
		JsonObject counts = variant.getAsJsonArray("runs")
			.get(0)
			.getAsJsonObject()
			.getAsJsonObject("load")
			.getAsJsonObject("counts");
		long failed = counts.getAsJsonObject("failed")
			.asMap()
			.values()
			.stream()
			.mapToLong(JsonElement::getAsLong)
			.sum();
		assertThat(counts.get("started").getAsLong())
			.isEqualTo(counts.get("ok").getAsLong() + failed + counts.get("unfinished").getAsLong())
			.isGreaterThan(counts.get("ok").getAsLong());
	}

	private static void assertMistaken(JsonObject variant) {
		assertThat(variant.get("ended").getAsString()).isEqualTo("exited");
		assertThat(variant.get("reason").getAsString()).startsWith("exit code 1 while starting: ")
			.contains("spring.profiles.active", "tunedd");
		assertThat(variant.getAsJsonArray("runs")).isEmpty();
	}

	private Path compareSlow(CapturedOutput output) throws IOException {
		assertThat(compare(SLOW)).as(output::getErr).isZero();
		return Results.onlyChild(this.folder.resolve("results"));
	}

	@Test
	void whenAVariantIsSlowThenRepeatedRunsShowItUnderBothLoadsAndNoDifferenceInTheBaselineItself(CapturedOutput output)
			throws Exception {
		Path results = compareSlow(output);
		if (!verdict(Results.result(results).getAsJsonObject("comparison"), "slow", "throughput").equals("worse")) {
			// Other work on the machine disturbed several rounds.
			FileSystemUtils.deleteRecursively(results);
			results = compareSlow(output);
		}
		assertThat(output.getOut()).contains("Ratios to the baseline, over 4 rounds");
		assertThat(output.getErr()).contains("warming up each of 3 variants",
				"searching for the knee of quick in about 6 trials", "  p99 at ", "[12/12] ",
				" per second with the closed load");
		ResultSchema.assertValid(results.resolve("result.json"));
		JsonObject comparison = Results.result(results).getAsJsonObject("comparison");
		assertThat(comparison.get("primary").getAsString()).isEqualTo("throughput");
		assertThat(verdict(comparison, "slow", "throughput")).isEqualTo("worse");
		assertThat(compared(comparison, "slow", "throughput").get("ratio").getAsDouble()).isLessThan(0.25);
		assertThat(compared(comparison, "quick-control", "throughput").get("ratio").getAsDouble()).isBetween(0.5, 2.0);
		assertTwoLoads(Results.result(results), output);
		// By chance alone the baseline may differ from itself.
		boolean differs = List.of("better", "worse").contains(verdict(comparison, "quick-control", "throughput"));
		assertThat(results.resolve("report.md")).content()
			.contains("| against the baseline |", "**worse**", differs ? "The baseline differs from itself in "
					: "No difference is shown between the baseline and itself");
		assertThat(results.resolve("report.html")).content().contains("Against the baseline, quick");
	}

	private static void assertTwoLoads(JsonObject result, CapturedOutput output) {
		JsonObject at = Results.objects(result, "latencyAt").getFirst();
		assertThat(at.get("objective").getAsString()).isEqualTo("p99 < 1000ms");
		double rate = at.get("callsPerSecond").getAsDouble();
		assertThat(rate).isEqualTo(0.1 * at.get("kneePerSecond").getAsDouble()).isBetween(0.5, 25.0);
		assertThat(output.getOut()).contains(
				"p99 at %.0f calls/s (Poisson, 10 %% of the baseline's knee); rate with 2 open calls.".formatted(rate));
		assertThat(Results.objects(result, "variants")).allSatisfy((variant) -> {
			assertThat(Results.objects(variant, "runs")).hasSize(4).allSatisfy((run) -> {
				JsonObject open = run.getAsJsonObject("plan").getAsJsonObject("open");
				assertThat(open.get("callsPerSecond").getAsDouble()).isEqualTo(rate);
				assertThat(open.get("arrivals").getAsString()).isEqualTo("poisson");
				JsonObject closed = run.getAsJsonObject("closed");
				assertThat(closed.getAsJsonObject("plan").get("model").getAsString()).isEqualTo("closed");
				assertThat(closed.getAsJsonObject("load").getAsJsonObject("rate").get("perSecond").getAsDouble())
					.isPositive();
			});
		});
	}

	private static String verdict(JsonObject comparison, String variant, String metric) {
		return compared(comparison, variant, metric).get("verdict").getAsString();
	}

	private static JsonObject compared(JsonObject comparison, String variant, String metric) {
		return Results.objects(comparison, "rows")
			.stream()
			.filter((row) -> row.get("variant").getAsString().equals(variant)
					&& row.get("metric").getAsString().equals(metric))
			.map((row) -> row.getAsJsonObject("comparison"))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void whenTheLogOfAServerCannotBeReadThenTheFiguresOfItsRunAreKept(CapturedOutput output) throws Exception {
		Path folders = Files.createDirectory(this.folder.resolve("results"));
		FutureTask<Void> spoiling = new FutureTask<>(() -> {
			Results.spoilLog(folders, "tuned/server.out");
			return null;
		});
		Thread.startVirtualThread(spoiling);
		ModesExperiment.launch(this.folder, "--experiment.only=tuned", "--experiment.control=false",
				"--experiment.server.jvm-options=-Xmx128m", "--experiment.server.settle=0s", "--load.burst.count=5",
				"--load.burst.size=10");
		spoiling.get();
		assertThat(output.getOut()).contains("| exited");
		JsonObject variant = variants(Results.onlyChild(folders)).getFirst();
		assertThat(variant.get("reason").getAsString()).contains("could not be read", "server.out");
		assertThat(variant.getAsJsonArray("runs")
			.get(0)
			.getAsJsonObject()
			.getAsJsonObject("load")
			.getAsJsonObject("counts")
			.get("ok")
			.getAsLong()).isEqualTo(50);
	}

	@Test
	void whenInterruptedByTheKeyThenTheResultIsWrittenAndTheServerStoppedAfterItsCallsAreCounted() throws Exception {
		// Ten calls are open all the time and are hardly any load.
		try (AppProcess lab = AppProcess.labOnTerminal(this.folder, "--experiment.only=tuned,plain",
				"--experiment.control=false", "--experiment.server.jvm-options=-Xmx256m,-Dhello.work.max-delay=1s",
				"--experiment.server.settle=0s", "--load.model=closed", "--load.warmup=0s", "--load.duration=10m",
				"--load.timeout=20m", "--load.metadata.x-work-delay-us=20000")) {
			lab.awaitOut(" open 10");
			List<ProcessHandle> clientAndServer = lab.children();
			assertThat(clientAndServer).hasSizeGreaterThan(1);
			lab.pressInterruptKey();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("| interrupted |");
			await().atMost(Duration.ofMinutes(1))
				.until(() -> clientAndServer.stream().noneMatch(ProcessHandle::isAlive));
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.resolve("report.md")).content()
			.contains("Interrupted: 1 of 2 variants were started, not tuned.");
		assertThat(results.resolve("report.html")).exists();
		assertThat(variants(results)).hasSize(1);
		JsonObject variant = variants(results).getFirst();
		assertThat(variant.get("name").getAsString()).isEqualTo("plain");
		assertThat(variant.get("ended").getAsString()).isEqualTo("interrupted");
		JsonObject counts = variant.getAsJsonArray("runs")
			.get(0)
			.getAsJsonObject()
			.getAsJsonObject("load")
			.getAsJsonObject("counts");
		assertThat(counts.get("ok").getAsLong()).isPositive();
		assertThat(counts.getAsJsonObject("failed").size()).isZero();
	}

	private static List<JsonObject> variants(Path results) throws IOException {
		return Results.objects(Results.result(results), "variants");
	}

}
