package dev.grpctuning.load.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers that an experiment starts for each run or changes between runs, with
 * hello-service in processes of its own.
 */
@StartsApplications
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class ServerModesIT {

	@Test
	void whenThereAreWorkloadsThenTheServerOfEachIsMadeEveryVariantAndRunsItsPlan(@TempDir Path folder,
			CapturedOutput output) throws Exception {
		Path file = ModesExperiment.write(folder, """
				load:
				  model: closed
				  engine: raw
				  warmup: 0s
				  duration: 5s
				experiment:
				  name: crossed
				  server: {mode: retune, settle: 0s, jvm-options: [-Xmx128m]}
				  workloads:
				    - name: waits
				      changes: handlers wait for 40 ms
				      properties: {hello.work.delay: 40ms, grpc.tuning.limit.concurrent-calls: 300}
				    - name: large
				      load: {model: open, open.rate: 50, request: '{"payload": "{{bytes 5000}}"}'}
				  variants:
				    - name: direct
				      properties: {grpc.tuning.executor.type: direct}
				    - name: virtual
				      properties: {grpc.tuning.executor.type: virtual}
				      load: {codec: json}
				""");
		assertThat(ModesExperiment.launch(folder, "--experiment=" + file, "--experiment.scale=0.1")).as(output::getErr)
			.isZero();
		assertThat(output.getOut()).contains("waits: handlers wait for 40 ms\n+", "large\n+", "| virtual ",
				"The plan was scaled by 0.1.", "A/A control: two runs of the baseline were up to ");
		assertThat(output.getErr()).contains("6 runs, about 7 s, scaled by 0.1", "[6/6] direct-control · large");
		Path results = Results.onlyChild(folder.resolve("results"));
		assertThat(results.resolve("report.md")).content().contains("| direct · waits |");
		assertThat(results.resolve("server-3")).doesNotExist();
		List<JsonObject> variants = ModesExperiment.variants(results);
		assertThat(variants).extracting((variant) -> variant.get("name").getAsString())
			.containsExactly("direct · waits", "virtual · waits", "direct-control · waits", "direct · large",
					"virtual · large", "direct-control · large");
		assertThat(ModesExperiment.servers(results)).as("a busy server may give no sample in half a second")
			.anyMatch((server) -> server.get("peakThreads").getAsInt() > 0);
		for (JsonObject variant : variants) {
			JsonObject run = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
			boolean waits = variant.get("workload").getAsString().equals("waits");
			assertCrossed(run, waits, variant.get("name").getAsString().startsWith("virtual"));
			assertThat(run.getAsJsonObject("server").getAsJsonObject("gc").get("youngCount").getAsLong())
				.as("without those of the start")
				.isLessThan(Results.youngPauses(results.resolve(waits ? "server" : "server-2")));
		}
	}

	private static void assertCrossed(JsonObject run, boolean waits, boolean virtual) {
		assertThat(run.getAsJsonObject("load").getAsJsonObject("counts").get("ok").getAsLong()).isPositive();
		JsonObject plan = run.getAsJsonObject("plan");
		assertThat(plan.get("durationSeconds").getAsDouble()).isEqualTo(0.5);
		assertThat(plan.get("model").getAsString()).isEqualTo(waits ? "closed" : "open");
		assertThat(plan.getAsJsonObject("call").getAsJsonObject("hello").get("codec").getAsString())
			.isEqualTo(virtual ? "json" : "protobuf");
		assertThat(run.getAsJsonObject("load").getAsJsonObject("messages").get("requestBytes").getAsDouble() >= 5000)
			.isEqualTo(!waits);
		// On a busy machine, any call may take as long.
		assertThat(run.getAsJsonObject("load")
			.getAsJsonObject("latencyMicros")
			.getAsJsonObject("service")
			.get("min")
			.getAsLong()).isGreaterThan(waits ? 40_000 : 0);
		assertThat(run.getAsJsonArray("timeline")).as("points of a run of half a second").hasSizeGreaterThan(1);
		JsonObject server = run.getAsJsonObject("server");
		assertThat(server.getAsJsonObject("setup").getAsJsonObject("properties").has("hello.work.delay"))
			.isEqualTo(waits);
		assertThat(server.getAsJsonObject("setup").getAsJsonObject("tuning").get("executor.type").getAsString())
			.isEqualTo(virtual ? "virtual" : "direct");
		assertThat(
				String.valueOf(server.getAsJsonObject("setup").getAsJsonObject("tuning").get("limit.concurrent-calls"))
					.equals("\"300\""))
			.isEqualTo(waits);
		assertThat(server.get("settled").isJsonNull()).as("nobody waited").isTrue();
		assertThat(server.get("exitCode").isJsonNull()).isTrue();
		assertThat(server.getAsJsonObject("setup").get("javaVersion").getAsString())
			.startsWith(System.getProperty("java.version"));
	}

	@Test
	void whenARetunedServerDiesThenThatIsAResultAndTheNextRunHasANewOne(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		Path file = ModesExperiment.write(folder,
				ModesExperiment.LOAD.formatted("retune", "-Xmx256m, -Dhello.work.max-delay=1s", """
						    - name: direct
						      properties: {grpc.tuning.executor.type: direct}
						      load: {duration: 10m}
						    - name: virtual
						      properties: {grpc.tuning.executor.type: virtual}
						"""));
		try (InThisProcess lab = InThisProcess.start(folder, "--experiment=" + file)) {
			lab.await(() -> assertThat(output.getErr()).contains(" open 10"));
			assertThat(lab.servers()).hasSize(1).allSatisfy(ProcessHandle::destroyForcibly);
			assertThat(lab.exitCode()).isZero();
		}
		Path results = Results.onlyChild(folder.resolve("lab-results"));
		assertThat(ModesExperiment.variants(results)).extracting((variant) -> variant.get("ended").getAsString())
			.containsExactly("exited", "completed");
		assertThat(ModesExperiment.variants(results).getFirst().get("reason").getAsString()).isEqualTo("exit code 137");
		assertThat(ModesExperiment.servers(results)
			.getLast()
			.getAsJsonObject("setup")
			.getAsJsonObject("tuning")
			.get("executor.type")
			.getAsString()).isEqualTo("virtual");
		assertThat(results.resolve("server-2")).isDirectory();
	}

	@Test
	void whenServersAreStartedThenEachIsWhatItsVariantSaysOrItsRunIsRefused(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		Path jdk = folder.resolve("other-jdk");
		String experiment = ModesExperiment.LOAD.formatted("fork", "-Xmx256m, -Dhello.work.max-delay=1s", """
				    - name: held
				      properties: {grpc.tuning.keep-alive.time: 15s}
				      java-home: %s
				    - name: raised
				      # gRPC takes no less than ten seconds.
				      properties: {grpc.tuning.keep-alive.time: 5s}
				""".formatted(jdk));
		assertThat(ModesExperiment.compare(folder, experiment)).isEqualTo(1);
		ModesExperiment.assertOneLine(output, "experiment.variants[0].java-home: \"" + jdk
				+ "\" is not allowed (modes.yml:9). It must be the folder of a JDK, with bin/java in it.");
		// What it sets is seen in what the server says of itself.
		Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				exec "%s/bin/java" -Dgrpc.tuning.executor.type=direct "$@"
				""".formatted(Application.HELLO_SERVICE.javaHome()));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		assertThat(ModesExperiment.compare(folder, experiment)).as(output::getErr).isZero();
		Path results = Results.onlyChild(folder.resolve("results"));
		List<JsonObject> variants = ModesExperiment.variants(results);
		assertThat(variants).extracting((variant) -> variant.get("ended").getAsString())
			.containsExactly("completed", "wrong-tuning");
		assertThat(variants).extracting((variant) -> String.valueOf(variant.getAsJsonObject("setup").get("javaHome")))
			.containsExactly("\"" + jdk + "\"", "null");
		JsonObject server = ModesExperiment.servers(results).getFirst();
		assertThat(server.getAsJsonObject("setup").getAsJsonObject("tuning").get("keep-alive.time").getAsString())
			.isEqualTo("15000");
		assertThat(server.getAsJsonObject("setup").getAsJsonObject("tuning").get("executor.type").getAsString())
			.isEqualTo("direct");
		assertThat(server.getAsJsonObject("setup").get("javaVersion").getAsString())
			.startsWith(System.getProperty("java.version"));
		assertThat(variants.get(1).get("reason").getAsString())
			.isEqualTo("keep-alive.time: expected 5s, found 10000 ms");
		assertThat(variants.get(1).getAsJsonArray("runs")).isEmpty();
		assertThat(output.getOut()).contains("wrong-tuning");
	}

}
