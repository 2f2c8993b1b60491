package dev.grpctuning.load.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Searches for the knee of real servers in processes of their own. Two threads that each
 * wait for 20 ms answer 100 calls a second on any machine.
 */
@StartsApplications
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
class KneeIT {

	private static final String EXPERIMENT = """
			load.metadata: {x-the-header: seen}
			experiment:
			  name: knees
			  control: false
			  server:
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			    properties: {hello.work.delay: 20ms}
			  variants:
			    - name: two-threads
			      properties: {grpc.tuning.executor.type: fixed, grpc.tuning.executor.threads: 2}
			    - name: mistaken
			      properties: {grpc.tuning.transport: pigeon}
			load.open.max-lag: 1s
			search: {slo: p50 < 100ms, start: 50, precision: 0.4, warmup: 2s, settle: 300ms, trial: 1s}
			""";

	/** Its handlers wait, so that the warm-up leaves the machine to others. */
	private static final String[] SERVER = { "--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1",
			"--experiment.server.properties.hello.work.delay=10ms", "--search.warmup=2s", "--search.settle=0s",
			"--load.open.max-lag=1m" };

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	KneeIT(CapturedOutput output) {
		this.output = output;
	}

	@Test
	void theKneeOfEachVariantIsFoundAndPrinted() throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("knees.yml"), EXPERIMENT);
		assertThat(InThisProcess.run(this.folder, "knee", "--experiment=" + experiment)).as(this.output::getErr)
			.isZero();
		assertThat(this.output.getOut()).contains("| two-threads |", "| the objective", "| mistaken    |",
				"p50 < 100ms");
		assertThat(this.output.getErr().lines()).anyMatch((line) -> line.matches(" +50/s +answered +\\d+/s +p99 .*"))
			.anyMatch((line) -> line.matches(" +\\d+/s .* not held: .*"));
		assertThat(Results.onlyChild(this.folder.resolve("lab-results")).resolve("report.html")).content()
			.contains("<a href=\"./two-threads/gc.log\">gc.log</a>");
		List<JsonObject> variants = variants();
		assertThat(variants).hasSize(2);
		JsonObject knee = variants.get(0).getAsJsonObject("knee");
		// In trials this short, a little more than 100 cannot be told from 100.
		assertThat(knee.get("callsPerSecond").getAsDouble()).isBetween(6.0, 140.0);
		assertThat(knee.get("lowPerSecond").getAsDouble()).isLessThan(knee.get("callsPerSecond").getAsDouble());
		assertThat(knee.get("highPerSecond").getAsDouble()).isGreaterThan(knee.get("callsPerSecond").getAsDouble());
		assertCurve(variants.get(0));
		assertThat(variants.get(1).get("ended").getAsString()).isEqualTo("exited");
		assertThat(variants.get(1).get("reason").getAsString()).contains("grpc.tuning.transport", "pigeon");
		assertThat(variants.get(1).get("knee").isJsonNull()).isTrue();
	}

	private static void assertCurve(JsonObject variant) {
		List<JsonObject> curve = objects(variant, "curve");
		assertThat(curve).hasSizeGreaterThan(2)
			.isSortedAccordingTo(
					(one, other) -> Double.compare(figure(one, "callsPerSecond"), figure(other, "callsPerSecond")));
		assertThat(figure(curve.getLast(), "p50Micros")).as("overloaded")
			.isGreaterThan(figure(curve.getFirst(), "p50Micros"));
		assertThat(curve.stream().mapToDouble((point) -> figure(point, "trials")).sum())
			.isEqualTo(objects(variant, "trials").size());
	}

	@Test
	void whenTheObjectiveHoldsAtNoRateThenTheExitCodeSaysSo() throws Exception {
		assertThat(InThisProcess.run(this.folder,
				knee("--slo=p50 < 1us", "--search.start=50", "--search.trial=100ms", "--quiet", "--format=csv")))
			.as(this.output::getErr)
			.isEqualTo(3);
		assertThat(this.output.getErr()).isEmpty();
		assertThat(this.output.getOut().lines()).as(variants().toString())
			.hasSizeGreaterThan(10)
			.first()
			.asString()
			.startsWith("variant,callsPerSecond,answeredPerSecond,outcome,reason,");
		assertThat(this.output.getOut().lines().skip(1)).allMatch((line) -> line.contains(",broken,"));
		assertThat(figure(variants().getFirst().getAsJsonObject("knee"), "callsPerSecond")).isZero();
	}

	@Test
	void whenInterruptedThenTheTrialsSoFarAreKeptAndTheServerStopped() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				knee("--slo=p99 < 10s", "--search.start=20", "--search.trial=1s", "--search.highest=30",
						"--search.precision=0.001", "--load.open.arrivals=poisson"))) {
			lab.await(() -> assertThat(this.output.getErr()).contains("  held"));
			List<ProcessHandle> servers = lab.servers();
			assertThat(servers).hasSize(1);
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(this.output.getOut()).contains("| configured |", "interrupted", "at random (poisson)");
			assertThat(servers).noneMatch(ProcessHandle::isAlive);
		}
		JsonObject variant = variants().getFirst();
		assertThat(variant.get("ended").getAsString()).isEqualTo("interrupted");
		assertThat(objects(variant, "trials")).isNotEmpty();
	}

	private String[] knee(String... arguments) throws IOException {
		return Stream
			.of(Stream.of("knee", InThisProcess.lightServers(this.folder)), Stream.of(SERVER), Stream.of(arguments))
			.flatMap((all) -> all)
			.toArray(String[]::new);
	}

	private List<JsonObject> variants() throws IOException {
		try (Stream<Path> children = Files.list(this.folder.resolve("lab-results"))) {
			List<Path> all = children.toList();
			assertThat(all).hasSize(1);
			assertThat(all.getFirst().getFileName().toString()).endsWith("-knee");
			ResultSchema.assertValid(all.getFirst().resolve("result.json"));
			return objects(Results.result(all.getFirst()), "variants");
		}
	}

	private static List<JsonObject> objects(JsonObject parent, String name) {
		return parent.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

	private static double figure(JsonObject parent, String name) {
		return parent.get(name).getAsDouble();
	}

}
