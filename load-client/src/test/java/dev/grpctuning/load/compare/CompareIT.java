package dev.grpctuning.load.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Experiments on real servers in processes of their own.
 */
@StartsApplications
@Timeout(600)
class CompareIT {

	private static final String EXPERIMENT = """
			load:
			  burst: {count: 3, size: 20000, interval: 100ms, pacing: schedule}
			  metadata: {x-the-header: seen}
			  timeout: 60s
			experiment:
			  name: small
			  noise: false
			  server:
			    jvm-options: [-Xmx80m]
			    properties: {hello.print-header: true}
			  variants:
			    - name: bounded
			      profile: tuned
			    - name: unbounded
			      profile: fork-join
			      properties: {hello.work.delay: 1s}
			    - name: mistaken
			      profile: tuned
			      properties: {grpc.tuning.transport: pigeon}
			""";

	@TempDir
	private Path folder;

	@Test
	void aVariantThatDiesIsAResultAndTheOthersGoOn() throws Exception {
		Files.writeString(this.folder.resolve("small.yml"), EXPERIMENT);
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=small.yml")) {
			assertThat(lab.exitCode()).as(() -> String.join("\n", err(lab))).isZero();
			assertThat(lab.out()).contains("bounded", "unbounded", "completed", "out-of-memory", "exited");
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.getFileName().toString()).endsWith("-small");
		List<JsonObject> variants = variants(results);
		assertBounded(variants.get(0), results.resolve("bounded"));
		assertUnbounded(variants.get(1));
		assertMistaken(variants.get(2));
		assertReportIsDrawnAgain(results);
	}

	private void assertReportIsDrawnAgain(Path results) throws Exception {
		String page = Files.readString(results.resolve("report.html"));
		String markdown = Files.readString(results.resolve("report.md"));
		assertThat(page).contains("1 of 3 variants completed");
		assertThat(markdown).contains("1 of 3 variants completed", "unbounded ran out of memory", "mistaken exited");
		Files.delete(results.resolve("report.html"));
		Files.delete(results.resolve("report.md"));
		try (AppProcess lab = AppProcess.client(this.folder, "report", results.toString())) {
			assertThat(lab.exitCode()).as(() -> String.join("\n", err(lab))).isZero();
			assertThat(lab.out()).isEqualTo(results.resolve("report.html") + "\n");
		}
		assertThat(results.resolve("report.html")).content().isEqualTo(page);
		assertThat(results.resolve("report.md")).content().isEqualTo(markdown);
	}

	private static void assertBounded(JsonObject variant, Path logs) throws IOException {
		assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
		JsonObject run = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
		assertThat(run.getAsJsonObject("counts").get("ok").getAsLong()).isEqualTo(60_000);
		JsonObject bursts = run.getAsJsonObject("diagnosis").getAsJsonObject("bursts");
		assertThat(bursts.get("bursts").getAsInt()).isEqualTo(3);
		assertThat(bursts.get("maxMillis").getAsDouble()).isPositive();
		JsonObject server = run.getAsJsonObject("server");
		assertThat(server.get("peakThreads").getAsInt()).isBetween(5, 100);
		assertThat(server.get("peakHeapBytes").getAsLong()).isBetween(10L << 20, 80L << 20);
		assertThat(server.get("cpuSeconds").getAsDouble()).isPositive();
		assertThat(server.get("loadedClasses").getAsInt()).isGreaterThan(5000);
		assertThat(server.get("settled").isJsonPrimitive()).as("a server that is started is waited for").isTrue();
		assertThat(server.getAsJsonObject("gc").get("youngCount").getAsInt()).isPositive();
		assertThat(run.getAsJsonArray("timeline").asList()).isNotEmpty()
			.anyMatch((point) -> point.getAsJsonObject().get("server").isJsonObject());
		assertThat(logs.resolve("gc.log")).exists();
		assertThat(logs.resolve("server.out")).content().startsWith("[cut to the last ").endsWith("\n");
		assertThat(Files.size(logs.resolve("server.out"))).isLessThan(70_000);
	}

	private static void assertUnbounded(JsonObject variant) {
		assertThat(variant.get("ended").getAsString()).isEqualTo("out-of-memory");
		assertThat(variant.get("reason").getAsString()).contains("java.lang.OutOfMemoryError");
		JsonObject counts = variant.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonObject("counts");
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
			.contains("grpc.tuning.transport", "pigeon");
		assertThat(variant.getAsJsonArray("runs")).isEmpty();
	}

	@Test
	void whenAVariantIsSlowThenRepeatedRunsShowItAndNoDifferenceInTheBaselineItself() throws Exception {
		Files.writeString(this.folder.resolve("slow.yml"), """
				load:
				  model: closed
				  warmup: 500ms
				  duration: 1s
				experiment:
				  name: slow
				  repeat: 3
				  server:
				    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
				    settle: 0s
				  variants:
				    - name: quick
				      profile: tuned
				      properties: {hello.work.delay: 5ms}
				    - name: slow
				      profile: tuned
				      properties: {hello.work.delay: 200ms}
				""");
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=slow.yml")) {
			assertThat(lab.exitCode()).as(() -> String.join("\n", err(lab))).isZero();
			assertThat(lab.out()).contains("Ratios to quick over 3 rounds");
			assertThat(err(lab)).contains("[9/9] quick, round 3");
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		JsonObject comparison = Results.result(results).getAsJsonObject("comparison");
		assertThat(verdict(comparison, "slow", "p50")).isEqualTo("worse");
		assertThat(verdict(comparison, "slow", "throughput")).isEqualTo("worse");
		assertThat(compared(comparison, "slow", "p50").get("ratio").getAsDouble()).isGreaterThan(4);
		assertThat(compared(comparison, "quick-control", "p50").get("ratio").getAsDouble()).isBetween(0.5, 2.0);
		// By chance alone the baseline may differ from itself in one of the figures.
		boolean differs = Results.objects(comparison, "rows")
			.stream()
			.filter((row) -> row.get("variant").getAsString().equals("quick-control"))
			.anyMatch((row) -> List.of("better", "worse")
				.contains(row.getAsJsonObject("comparison").get("verdict").getAsString()));
		assertThat(results.resolve("report.md")).content()
			.contains("| against quick |", "**worse**",
					differs ? "quick differs from itself in " : "no difference shown between quick and itself");
		assertThat(results.resolve("report.html")).content().contains("Against quick");
	}

	@Test
	void whenThereAreWorkloadsThenEveryVariantRunsInEachUnderItsPlan() throws Exception {
		Files.writeString(this.folder.resolve("crossed.yml"), """
				load:
				  model: closed
				  engine: raw
				  warmup: 0s
				  duration: 5s
				experiment:
				  name: crossed
				  noise: false
				  server:
				    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
				    settle: 0s
				  workloads:
				    - name: waits
				      changes: handlers wait for 20 ms
				      properties: {hello.work.delay: 20ms}
				    - name: large
				      load: {model: blocking, blocking.clients: 2, request: '{"payload": "{{bytes 5000}}"}'}
				  variants:
				    - name: protobuf
				      profile: tuned
				    - name: json
				      profile: tuned
				      load: {codec: json}
				""");
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=crossed.yml", "--experiment.scale=0.1")) {
			assertThat(lab.exitCode()).as(() -> String.join("\n", err(lab))).isZero();
			assertThat(lab.out()).contains("waits: handlers wait for 20 ms\n+", "large\n+", "| json ",
					"The plan was scaled by 0.1.");
			assertThat(err(lab)).contains("4 runs, about 38 s, scaled by 0.1", "[4/4] json · large");
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.resolve("waits").resolve("json").resolve("gc.log")).exists();
		assertThat(results.resolve("report.md")).content().contains("| protobuf · waits |");
		assertThat(variants(results)).hasSize(4).allSatisfy((variant) -> {
			String workload = variant.get("workload").getAsString();
			assertThat(variant.get("name").getAsString()).endsWith(" · " + workload);
			JsonObject run = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
			assertThat(run.getAsJsonObject("counts").get("ok").getAsLong()).isPositive();
			JsonObject plan = run.getAsJsonObject("plan");
			assertThat(plan.get("durationSeconds").getAsDouble()).isEqualTo(0.5);
			String codec = variant.get("name").getAsString().replaceFirst(" .*", "");
			assertThat(plan.getAsJsonObject("call").get("codec").getAsString()).isEqualTo(codec);
			boolean waits = workload.equals("waits");
			assertThat(plan.get("model").getAsString()).isEqualTo(waits ? "closed" : "blocking");
			JsonObject firstPoint = run.getAsJsonArray("timeline").get(0).getAsJsonObject().getAsJsonObject("client");
			assertThat(firstPoint.get("seconds").getAsDouble()).as("points of a run of half a second").isLessThan(0.5);
			assertThat(run.getAsJsonObject("server").get("settled").isJsonNull()).as("nobody waited").isTrue();
			assertThat(run.getAsJsonObject("server").getAsJsonObject("gc").get("youngCount").getAsLong())
				.as("without those of the start")
				.isLessThan(pauses(results.resolve(workload).resolve(codec)));
			assertThat(run.getAsJsonObject("latencyMicros").get("min").getAsLong())
				.isGreaterThanOrEqualTo(waits ? 20_000 : 0);
			assertThat(run.getAsJsonObject("messageSizes").get("requestBytes").getAsDouble() >= 5000).isEqualTo(!waits);
		});
	}

	private static long pauses(Path server) {
		try (Stream<String> lines = Files.lines(server.resolve("gc.log"))) {
			return lines.filter((line) -> line.contains("Pause Young")).count();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
	void whenTheLogOfAServerCannotBeReadThenTheFiguresOfItsRunAreKept() throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment.only=tuned", "--experiment.noise=false",
				"--load.burst.count=20", "--load.burst.size=10")) {
			lab.awaitErr("[1/1]");
			lab.spoilLog("tuned/server.out");
			lab.exitCode();
			assertThat(lab.out()).contains("| exited");
		}
		JsonObject variant = variants(Results.onlyChild(this.folder.resolve("lab-results"))).getFirst();
		assertThat(variant.get("reason").getAsString()).contains("could not be read", "server.out");
		assertThat(
				variant.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonObject("counts").get("ok").getAsLong())
			.isEqualTo(200);
	}

	@Test
	void whenNotOneCallIsAnsweredThenTheExitCodeSaysSo() throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment.only=plain", "--load.burst.count=1",
				"--experiment.server.jvm-options=-Xmx1k")) {
			assertThat(lab.exitCode()).isEqualTo(3);
			assertThat(lab.out()).contains("exited");
			assertThat(err(lab)).anyMatch((line) -> line.contains("Too small maximum heap"));
		}
	}

	@Test
	void whenInterruptedThenTheResultIsWrittenAndTheServerStopped() throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment.only=tuned,plain",
				"--experiment.noise=false", "--experiment.server.jvm-options=-Xmx256m", "--load.model=closed",
				"--load.warmup=0s", "--load.duration=10m", "--load.timeout=20m")) {
			lab.awaitErr(" open 10");
			List<ProcessHandle> servers = lab.children();
			assertThat(servers).hasSize(1);
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("interrupted").doesNotContain("tuned");
			await().atMost(Duration.ofMinutes(1)).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
		}
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.resolve("report.md")).content()
			.contains("Interrupted: 1 of 2 variants were begun, without tuned.");
		assertThat(results.resolve("report.html")).exists();
		JsonObject variant = variants(results).getFirst();
		assertThat(variant.get("name").getAsString()).isEqualTo("plain");
		assertThat(variant.get("ended").getAsString()).isEqualTo("interrupted");
		JsonObject run = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
		assertThat(run.getAsJsonObject("counts").get("ok").getAsLong()).isPositive();
	}

	@Test
	void whenInterruptedWhileServersAreWarmedUpThenAllOfThemAreStopped() throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=executors", "--experiment.only=direct",
				"--experiment.only-workloads=nothing,blocks-1ms", "--load.warmup=10m", "--load.timeout=20m")) {
			lab.awaitErr("warming up: each of 4 variants");
			List<ProcessHandle> servers = lab.children();
			assertThat(servers).hasSize(2);
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(servers).noneMatch(ProcessHandle::isAlive);
		}
		assertThat(Results.onlyChild(this.folder.resolve("lab-results")).resolve("report.md")).content()
			.contains("0 of 4 variants were begun");
	}

	@Test
	void whenInterruptedByTheKeyThenTheServerIsStoppedOnlyAfterItsCallsAreCounted() throws Exception {
		try (AppProcess lab = AppProcess.labOnTerminal(this.folder, "--experiment.only=tuned",
				"--experiment.server.jvm-options=-Xmx256m", "--load.model=closed", "--load.warmup=0s",
				"--load.duration=10m", "--load.timeout=20m")) {
			lab.awaitOut(" open 10");
			lab.pressInterruptKey();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("| interrupted |");
		}
		JsonObject variant = variants(Results.onlyChild(this.folder.resolve("lab-results"))).getFirst();
		JsonObject counts = variant.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonObject("counts");
		assertThat(counts.get("ok").getAsLong()).isPositive();
		assertThat(counts.getAsJsonObject("failed").size()).isZero();
	}

	private static List<String> err(AppProcess lab) {
		try {
			return lab.errLines();
		}
		catch (IOException ex) {
			return List.of(ex.toString());
		}
	}

	private static List<JsonObject> variants(Path results) throws IOException {
		return Results.objects(Results.result(results), "variants");
	}

}
