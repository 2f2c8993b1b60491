package dev.grpctuning.load.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What holds a real server up on purpose, and whether it is found.
 */
@StartsApplications
@Timeout(600)
class DiagnosisIT {

	@TempDir
	private Path folder;

	@Test
	void whenTheServerIsHeldUpByItsThreadsThenTheResultSaysByWhich() throws Exception {
		Map<String, JsonObject> runs = compare(
				"""
						load:
						  model: closed
						  closed: {outstanding: 10}
						  channels: 2
						  warmup: 2s
						  duration: 4s
						experiment:
						  name: why
						  noise: false
						  server:
						    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
						  variants:
						    - name: queue
						      profile: tuned
						      properties: {grpc.tuning.executor.type: fixed, grpc.tuning.executor.threads: 2, hello.work.delay: 20ms}
						    - name: direct
						      profile: direct
						      properties: {hello.work.delay: 20ms}
						    - name: virtual
						      profile: tuned
						      properties: {grpc.tuning.executor.type: virtual, hello.work.delay: 200ms}
						""",
				"queue: queueing in the executor: ", "direct: event loop blocked: ",
				"virtual: waiting in the handler: ");
		assertThat(kinds(runs)).isEqualTo(Map.of("queue", "queueing-in-the-executor", "direct", "event-loop-blocked",
				"virtual", "waiting-in-the-handler"));
		assertQueue(run("queue", runs));
		assertThat(part(run("virtual", runs), "handlerMicros")).isBetween(199_000.0, 2_000_000.0);
		assertThat(part(run("direct", runs), "serverMicros")).isGreaterThan(20_000);
		assertThat(run("direct", runs).getAsJsonObject("diagnosis").getAsJsonObject("meanLatency").get("handlerMicros"))
			.as("not to be told from the wait for the event loop")
			.isEqualTo(JsonNull.INSTANCE);
	}

	/**
	 * Ten open calls on each of two channels are twenty for two threads: a call waits for
	 * nine others.
	 */
	private static void assertQueue(JsonObject run) {
		assertThat(part(run, "executorWaitMicros")).isGreaterThan(2 * part(run, "handlerMicros"));
		assertThat(part(run, "clientWaitMicros") + part(run, "networkMicros") + part(run, "executorWaitMicros")
				+ part(run, "handlerMicros"))
			.isBetween(0.999 * part(run, "responseMicros"), 1.001 * part(run, "responseMicros"));
		JsonObject cpu = run.getAsJsonObject("diagnosis").getAsJsonObject("cpuSecondsPerMillionCalls");
		assertThat(cpu.get("server").getAsDouble()).isPositive();
		assertThat(cpu.get("client").getAsDouble()).isPositive();
		assertThat(run.getAsJsonArray("timeline").asList()).map((second) -> second.getAsJsonObject().get("server"))
			.filteredOn(JsonElement::isJsonObject)
			.map((server) -> server.getAsJsonObject().getAsJsonObject("grpc"))
			.anySatisfy((grpc) -> {
				assertThat(grpc.get("executorQueued").getAsLong()).isPositive();
				assertThat(grpc.get("executorWaitMicros").getAsDouble()).isGreaterThan(50_000);
				assertThat(grpc.get("executorRunMicros").getAsDouble()).isPositive();
				assertThat(grpc.get("callP99Micros").getAsDouble()).isPositive();
				assertThat(grpc.get("eventLoopLagMicros").getAsDouble()).isPositive();
			});
	}

	@Test
	void whenALimitRefusesCallsThenTheResultSaysSo() throws Exception {
		Map<String, JsonObject> runs = compare("""
				load:
				  model: open
				  open: {rate: 100, max-lag: 10s}
				  warmup: 1s
				  duration: 4s
				experiment:
				  name: why
				  server:
				    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
				  variants:
				    - name: limited
				      profile: tuned
				      properties: {grpc.tuning.limit.concurrent-calls: 1, hello.work.delay: 50ms}
				""", "limited: refused by the limit: ");
		assertThat(kinds(runs)).isEqualTo(Map.of("limited", "refused-by-the-limit"));
		assertThat(run("limited", runs).getAsJsonArray("timeline").asList())
			.map((second) -> second.getAsJsonObject().get("server"))
			.filteredOn(JsonElement::isJsonObject)
			.anySatisfy(
					(server) -> assertThat(server.getAsJsonObject().getAsJsonObject("grpc").get("refused").getAsLong())
						.isPositive());
	}

	/**
	 * Runs an experiment.
	 * @return the run of each variant
	 */
	private Map<String, JsonObject> compare(String experiment, String... lines) throws Exception {
		Files.writeString(this.folder.resolve("why.yml"), experiment);
		try (AppProcess lab = AppProcess.client(this.folder, "--experiment=why.yml")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains(lines);
		}
		Path results;
		try (Stream<Path> children = Files.list(this.folder.resolve("lab-results"))) {
			results = children.findFirst().orElseThrow();
		}
		assertThat(results.resolve("report.md")).content()
			.contains(Stream.of(lines).map((line) -> "- **" + line.replaceFirst(":", "**:")).toList());
		assertThat(results.resolve("report.html")).content()
			.contains(Stream.of(lines)
				.map((line) -> "<p class=\"why\">" + line.substring(line.indexOf(' ') + 1))
				.toList());
		List<JsonElement> variants = JsonParser.parseString(Files.readString(results.resolve("result.json")))
			.getAsJsonObject()
			.getAsJsonArray("variants")
			.asList();
		return variants.stream()
			.map(JsonElement::getAsJsonObject)
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
