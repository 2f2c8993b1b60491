package dev.grpctuning.load.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Searches for the knee of real servers in processes of their own. Two threads that each
 * wait for 5 ms answer 400 calls a second on any machine.
 */
@StartsApplications
@Timeout(600)
class KneeIT {

	private static final String EXPERIMENT = """
			load.metadata: {x-the-header: seen}
			experiment:
			  name: knees
			  noise: false
			  server:
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			    properties: {hello.work.delay: 5ms}
			  variants:
			    - name: two-threads
			      properties: {grpc.tuning.executor.type: fixed, grpc.tuning.executor.threads: 2}
			    - name: mistaken
			      properties: {grpc.tuning.transport: pigeon}
			load.open.max-lag: 1s
			search: {slo: p50 < 100ms, start: 100, precision: 0.2, warmup: 1s, settle: 300ms, trial: 1s}
			""";

	@TempDir
	private Path folder;

	@Test
	void theKneeOfEachVariantIsFoundAndPrinted() throws Exception {
		Files.writeString(this.folder.resolve("knees.yml"), EXPERIMENT);
		try (AppProcess lab = AppProcess.client(this.folder, "knee", "--experiment=knees.yml")) {
			assertThat(lab.exitCode()).as(() -> err(lab)).isZero();
			assertThat(lab.out()).contains("| two-threads |", "| the objective", "| mistaken    |", "p50 < 100ms");
			assertThat(lab.errLines()).anyMatch((line) -> line.matches(" +100/s +answered +\\d+/s +p99 .*"))
				.anyMatch((line) -> line.matches(" +[48]00/s .* not held: .*"));
		}
		List<JsonObject> variants = variants();
		assertThat(variants).hasSize(2);
		JsonObject knee = variants.get(0).getAsJsonObject("knee");
		// In trials this short, a little more than 400 cannot be told from 400.
		assertThat(knee.get("callsPerSecond").getAsDouble()).isBetween(50.0, 500.0);
		assertThat(knee.get("brokenPerSecond").getAsDouble()).isGreaterThan(knee.get("callsPerSecond").getAsDouble());
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
		try (AppProcess lab = AppProcess.client(this.folder, "knee", "--slo=p50 < 1us", "--search.start=50",
				"--search.warmup=500ms", "--search.settle=0s", "--search.trial=100ms", "--quiet", "--format=csv")) {
			assertThat(lab.exitCode()).as(() -> err(lab)).isEqualTo(3);
			assertThat(lab.errLines()).isEmpty();
			assertThat(lab.out().lines()).hasSizeGreaterThan(10)
				.first()
				.asString()
				.startsWith("variant,callsPerSecond,answeredPerSecond,outcome,reason,");
			assertThat(lab.out().lines().skip(1)).allMatch((line) -> line.contains(",broken,"));
		}
		assertThat(figure(variants().getFirst().getAsJsonObject("knee"), "callsPerSecond")).isZero();
	}

	@Test
	void whenInterruptedThenTheTrialsSoFarAreKeptAndTheServerStopped() throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "knee", "--slo=p99 < 10s", "--search.start=20",
				"--search.warmup=500ms", "--search.settle=0s", "--search.trial=2s", "--search.highest=30",
				"--search.precision=0.001", "--load.open.max-lag=1s", "--load.open.arrivals=poisson")) {
			lab.awaitErr("  held");
			List<ProcessHandle> servers = lab.children();
			assertThat(servers).hasSize(1);
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("| configured |", "interrupted", "at random (poisson)");
			await().atMost(Duration.ofMinutes(1)).until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
		}
		JsonObject variant = variants().getFirst();
		assertThat(variant.get("ended").getAsString()).isEqualTo("interrupted");
		assertThat(objects(variant, "trials")).isNotEmpty();
	}

	@Test
	void whenTheLogOfAServerCannotBeReadThenItsKneeIsKeptAndOneLineSaysSo() throws Exception {
		try (AppProcess lab = AppProcess.client(this.folder, "knee", "--slo=p99 < 10s", "--search.start=20",
				"--search.warmup=500ms", "--search.settle=0s", "--search.trial=1s", "--search.highest=30",
				"--load.open.max-lag=1s")) {
			lab.awaitErr("  held");
			lab.spoilLog("configured/server.out");
			assertThat(lab.exitCode()).as(() -> err(lab)).isEqualTo(3);
			assertThat(lab.out()).contains("| configured |");
			assertThat(lab.errLines()).filteredOn((line) -> line.matches("knee: .*server\\.out.*")).hasSize(1);
			assertThat(lab.errLines()).noneMatch((line) -> line.contains("\tat "));
		}
		JsonObject variant = variants().getFirst();
		assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
		assertThat(figure(variant.getAsJsonObject("knee"), "callsPerSecond")).isEqualTo(30);
	}

	@Test
	void whenTheFilesOfTheNextServerCannotBeMadeThenTheFirstKneeIsKept() throws Exception {
		Files.writeString(this.folder.resolve("knees.yml"), EXPERIMENT);
		try (AppProcess lab = AppProcess.client(this.folder, "knee", "--experiment=knees.yml",
				"--search.highest=100")) {
			lab.awaitErr("  held");
			Files.createFile(lab.results().resolve("mistaken"));
			assertThat(lab.exitCode()).as(() -> err(lab)).isEqualTo(3);
			assertThat(lab.out()).contains("| two-threads |", "| mistaken    |");
			assertThat(lab.errLines())
				.anyMatch((line) -> line.matches("knee: java\\.nio\\.file\\.FileAlreadyExistsException: .*/mistaken"))
				.noneMatch((line) -> line.contains("\tat "));
		}
		assertThat(figure(variants().getFirst().getAsJsonObject("knee"), "callsPerSecond")).isEqualTo(100);
		assertThat(variants().getLast().get("reason").getAsString()).contains("FileAlreadyExistsException");
	}

	private List<JsonObject> variants() throws IOException {
		try (Stream<Path> children = Files.list(this.folder.resolve("lab-results"))) {
			List<Path> all = children.toList();
			assertThat(all).hasSize(1);
			assertThat(all.getFirst().getFileName().toString()).endsWith("-knee");
			return objects(
					JsonParser.parseString(Files.readString(all.getFirst().resolve("result.json"))).getAsJsonObject(),
					"variants");
		}
	}

	private static List<JsonObject> objects(JsonObject parent, String name) {
		return parent.getAsJsonArray(name).asList().stream().map(JsonElement::getAsJsonObject).toList();
	}

	private static double figure(JsonObject parent, String name) {
		return parent.get(name).getAsDouble();
	}

	private static String err(AppProcess lab) {
		try {
			return String.join("\n", lab.errLines());
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
