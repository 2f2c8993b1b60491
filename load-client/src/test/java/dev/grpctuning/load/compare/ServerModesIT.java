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

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Servers that an experiment starts for each run or changes between runs, with
 * hello-service in processes of its own.
 */
@StartsApplications
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class ServerModesIT {

	@Test
	void whenOneServerIsRetunedThenEachRunShowsTheTuningThatWasInForce(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		assertThat(ModesExperiment.compare(folder, ModesExperiment.LOAD.formatted("retune",
				"-Xmx256m, -XX:TieredStopAtLevel=1", ModesExperiment.EXECUTORS)))
			.as(output::getErr)
			.isZero();
		Path results = Results.onlyChild(folder.resolve("results"));
		ModesExperiment.assertTunings(results);
		for (JsonObject server : ModesExperiment.servers(results)) {
			assertThat(server.get("exitCode").isJsonNull()).isTrue();
			assertThat(server.get("gc").isJsonObject()).isTrue();
			assertThat(server.get("javaVersion").getAsString()).startsWith(System.getProperty("java.version"));
			assertThat(server.get("peakThreads").getAsInt()).isPositive();
		}
		assertThat(results.resolve("server")).isDirectoryContaining("glob:**/gc.log");
		assertThat(results.resolve("server-2")).doesNotExist();
	}

	@Test
	void whenWorkloadsHavePropertiesThenEachHasAServerThatIsWarmedUpAndRetuned(@TempDir Path folder,
			CapturedOutput output) throws Exception {
		assertThat(ModesExperiment.compare(folder, """
				load: {model: closed, warmup: 500ms, duration: 1s}
				experiment:
				  name: workloads
				  server: {mode: retune, settle: 0s, jvm-options: [-Xmx256m, -XX:TieredStopAtLevel=1]}
				  workloads:
				    - name: waits
				      properties: {hello.work.delay: 20ms, grpc.tuning.limit.concurrent-calls: 300}
				    - name: idle
				  variants:
				    - name: direct
				      properties: {grpc.tuning.executor.type: direct}
				    - name: virtual
				      properties: {grpc.tuning.executor.type: virtual}
				""")).as(output::getErr).isZero();
		Path results = Results.onlyChild(folder.resolve("results"));
		assertThat(ModesExperiment.variants(results)).extracting((variant) -> variant.get("name").getAsString())
			.containsExactly("direct · waits", "virtual · waits", "direct-control · waits", "direct · idle",
					"virtual · idle", "direct-control · idle");
		assertThat(ModesExperiment.servers(results)).extracting((server) -> server.getAsJsonObject("tuning"))
			.extracting((tuning) -> tuning.get("executor.type").getAsString(),
					(tuning) -> String.valueOf(tuning.get("limit.concurrent-calls")).equals("\"300\""))
			.containsExactly(tuple("direct", true), tuple("virtual", true), tuple("direct", true),
					tuple("direct", false), tuple("virtual", false), tuple("direct", false));
		assertThat(ModesExperiment.runs(results))
			.extracting((run) -> run.getAsJsonObject("latencyMicros").get("min").getAsLong() >= 20_000)
			.containsExactly(true, true, true, false, false, false);
		assertThat(results.resolve("server")).isDirectoryContaining("glob:**/gc.log");
		assertThat(results.resolve("server-2")).isDirectoryContaining("glob:**/gc.log");
		assertThat(results.resolve("server-3")).doesNotExist();
		assertThat(output.getOut()).contains("A/A control: two runs of direct were up to ");
	}

	@Test
	void whenARetunedServerDiesThenThatIsAResultAndTheNextRunHasANewOne(@TempDir Path folder) throws Exception {
		Path file = ModesExperiment.write(folder, ModesExperiment.LOAD.formatted("retune",
				"-Xmx256m, -XX:TieredStopAtLevel=1", ModesExperiment.EXECUTORS));
		try (AppProcess lab = AppProcess.client(folder, "--experiment=" + file, "--load.duration=5s",
				"--experiment.only=direct,virtual")) {
			lab.awaitErr(" open 10");
			assertThat(lab.children()).hasSize(1).allSatisfy(ProcessHandle::destroyForcibly);
			assertThat(lab.exitCode()).isZero();
		}
		Path results = Results.onlyChild(folder.resolve("lab-results"));
		assertThat(ModesExperiment.variants(results)).extracting((variant) -> variant.get("ended").getAsString())
			.containsExactly("exited", "completed");
		assertThat(ModesExperiment.variants(results).getFirst().get("reason").getAsString()).isEqualTo("exit code 137");
		assertThat(
				ModesExperiment.servers(results).getLast().getAsJsonObject("tuning").get("executor.type").getAsString())
			.isEqualTo("virtual");
		assertThat(results.resolve("server-2")).isDirectory();
	}

	@Test
	void whenWhatIsInForceIsNotWhatAVariantSaysThenItsRunIsRefused(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		assertThat(ModesExperiment.compare(folder, ModesExperiment.LOAD.formatted("fork", "-Xmx256m", """
				    - name: held
				      properties: {grpc.tuning.keep-alive.time: 15s}
				    - name: raised
				      # gRPC takes no less than ten seconds.
				      properties: {grpc.tuning.keep-alive.time: 5s}
				"""))).as(output::getErr).isZero();
		List<JsonObject> variants = ModesExperiment.variants(Results.onlyChild(folder.resolve("results")));
		assertThat(variants.get(0).get("ended").getAsString()).isEqualTo("completed");
		JsonObject server = ModesExperiment.servers(Results.onlyChild(folder.resolve("results"))).getFirst();
		assertThat(server.getAsJsonObject("tuning").get("keep-alive.time").getAsString()).isEqualTo("15000");
		assertThat(server.get("javaVersion").getAsString()).startsWith(System.getProperty("java.version"));
		assertThat(variants.get(1).get("ended").getAsString()).isEqualTo("wrong-tuning");
		assertThat(variants.get(1).get("reason").getAsString())
			.isEqualTo("keep-alive.time: expected 5s, found 10000 ms");
		assertThat(variants.get(1).getAsJsonArray("runs")).isEmpty();
		assertThat(output.getOut()).contains("wrong-tuning");
	}

	@Test
	void whenAVariantHasAnotherJdkThenItsServerRunsOnThat(@TempDir Path folder, CapturedOutput output)
			throws Exception {
		Path jdk = folder.resolve("other-jdk");
		String variants = """
				    - name: own
				    - name: other
				      java-home: %s
				""".formatted(jdk);
		assertThat(ModesExperiment.compare(folder, ModesExperiment.LOAD.formatted("fork", "-Xmx256m", variants)))
			.isEqualTo(1);
		ModesExperiment.assertOneLine(output, "experiment.variants[1].java-home: \"" + jdk
				+ "\" is not allowed (modes.yml:9). It must be the folder of a JDK, with bin/java in it.");
		// What it sets is seen in what the server says of itself.
		Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				exec "%s/bin/java" -Dgrpc.tuning.executor.type=direct "$@"
				""".formatted(System.getProperty("java.home")));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		assertThat(ModesExperiment.compare(folder, ModesExperiment.LOAD.formatted("fork", "-Xmx256m", variants)))
			.as(output::getErr)
			.isZero();
		Path results = Results.onlyChild(folder.resolve("results"));
		assertThat(ModesExperiment.servers(results))
			.extracting(
					(server) -> server.getAsJsonObject("tuning").get("executor.type").getAsString().equals("direct"))
			.containsExactly(false, true);
		assertThat(ModesExperiment.variants(results)).extracting((variant) -> String.valueOf(variant.get("javaHome")))
			.containsExactly("null", "\"" + jdk + "\"");
	}

}
