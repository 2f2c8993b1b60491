package dev.grpctuning.load.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds a real server up on purpose, and whether it is found. */
@StartsApplications
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
class DiagnosisIT {

	/**
	 * Two threads that each wait for 100 ms answer 20 calls a second, as do the event
	 * loops of two connections.
	 */
	private static final String EXPERIMENT = """
			load:
			  model: open
			  open: {rate: 30, max-lag: 10s}
			  channels: 2
			  warmup: 500ms
			  duration: 2500ms
			experiment:
			  name: diagnosis
			  control: false
			  server:
			    mode: retune
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			    properties: {hello.work.delay: 100ms}
			    settle: 0s
			  variants:
			    - name: queue
			      properties: {grpc.tuning.executor.type: fixed, grpc.tuning.executor.threads: 2}
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct}
			    - name: virtual
			      properties: {grpc.tuning.executor.type: virtual}
			    - name: limited
			      properties: {grpc.tuning.limit.concurrent-calls: 1}
			""";

	private static final Map<String, String> EXPECTED = Map.of("queue", "queueing-in-the-executor", "direct",
			"event-loop-blocked", "virtual", "waiting-in-the-handler", "limited", "refused-by-the-limit");

	@TempDir
	private Path folder;

	@Test
	void whenAServerIsHeldUpOnPurposeThenTheResultSaysByWhat(CapturedOutput output) throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("diagnosis.yml"), EXPERIMENT);
		assertThat(InThisProcess.run(this.folder, "--experiment=" + experiment)).as(output::getErr).isZero();
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		Map<String, JsonObject> runs = runs(results);
		Map<String, String> kinds = kinds(runs);
		// Other work on the machine may hold up what does not wait for a queue of
		// seconds.
		kinds.replaceAll((name, kind) -> (kind.equals("machine-contended-by-others") && !name.equals("queue"))
				? Objects.requireNonNull(EXPECTED.get(name)) : kind);
		assertThat(kinds).isEqualTo(EXPECTED);
		assertThat(output.getOut()).contains("queue: queueing in the executor: ");
		JsonObject queue = run("queue", runs);
		assertThat(part(queue, "executorWaitMicros")).isGreaterThan(2 * part(queue, "handlerMicros"));
		assertThat(part(queue, "clientWaitMicros") + part(queue, "networkMicros") + part(queue, "executorWaitMicros")
				+ part(queue, "handlerMicros"))
			.isBetween(0.999 * part(queue, "responseMicros"), 1.001 * part(queue, "responseMicros"));
		assertThat(part(run("virtual", runs), "handlerMicros")).isBetween(99_000.0, 1_000_000.0);
		assertThat(part(run("direct", runs), "serverMicros")).isGreaterThan(100_000);
		assertThat(runs.values()).allSatisfy(DiagnosisIT::assertStages);
	}

	/** The stages of all calls together are their response time. */
	private static void assertStages(JsonObject run) {
		JsonObject mean = run.getAsJsonObject("diagnosis").getAsJsonObject("stages").getAsJsonObject("mean");
		double sum = mean.entrySet()
			.stream()
			.filter((field) -> field.getKey().endsWith("Micros") && !field.getKey().equals("responseMicros")
					&& !field.getValue().isJsonNull())
			.mapToDouble((field) -> field.getValue().getAsDouble())
			.sum();
		assertThat(sum).isBetween(0.99 * part(run, "responseMicros"), 1.01 * part(run, "responseMicros"));
	}

	private static Map<String, JsonObject> runs(Path results) throws IOException {
		return Results.objects(Results.result(results), "variants")
			.stream()
			.collect(Collectors.toMap((variant) -> variant.get("name").getAsString(),
					(variant) -> variant.getAsJsonArray("runs").get(0).getAsJsonObject()));
	}

	private static Map<String, String> kinds(Map<String, JsonObject> runs) {
		return runs.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey,
					(run) -> run.getValue()
						.getAsJsonObject("diagnosis")
						.getAsJsonObject("bottleneck")
						.get("kind")
						.getAsString()));
	}

	private static JsonObject run(String variant, Map<String, JsonObject> runs) {
		return Objects.requireNonNull(runs.get(variant));
	}

	private static double part(JsonObject run, String name) {
		return run.getAsJsonObject("diagnosis").getAsJsonObject("meanLatency").get(name).getAsDouble();
	}

}
