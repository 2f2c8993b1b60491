package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.testkit.Alone;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Variants of real servers that take turns in slices. On a busy machine, a server changes
 * its settings too late.
 */
@Alone
@StartsApplications
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class SlicesIT {

	private static final String LOAD = """
			load:
			  model: closed
			  closed: {outstanding: 2}
			  warmup: 1s
			  duration: 1s
			""";

	private static final String IN_ONE_SERVER = LOAD + """
			experiment:
			  name: one
			  time: 3m
			  metric: throughput
			  server:
			    mode: retune
			    settle: 0s
			    jvm-options: [-Xmx128m]
			    properties: {hello.work.max-delay: 1s}
			  variants:
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct}
			    - name: slow
			      properties: {grpc.tuning.executor.type: virtual}
			      load: {metadata.x-work-delay-us: 2000}
			    - name: late
			      load: {metadata.x-work-delay-us: 200000}
			""";

	private static final String IN_TWO_SERVERS = LOAD + """
			experiment:
			  name: two
			  repeat: 3
			  control: false
			  server:
			    mode: fork
			    settle: 0s
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			  variants:
			    - name: quick
			    - name: slow
			      properties: {hello.work.delay: 4ms}
			""";

	private static final String ATTACHED = LOAD + """
			experiment:
			  name: attached
			  repeat: 4
			  control: false
			  server: {mode: attach, settle: 0s}
			  variants:
			    - name: direct
			      properties: {grpc.tuning.executor.type: direct}
			    - name: virtual
			      properties: {grpc.tuning.executor.type: virtual}
			""";

	@TempDir
	private Path folder;

	@Test
	void whenSettingsOfOneServerTakeTurnsThenALargeDifferenceEndsTheExperimentEarly(CapturedOutput output)
			throws Exception {
		JsonObject result = compare(IN_ONE_SERVER, output);
		assertThat(output.getErr()).containsPattern("\\] slices of \\d+ ms")
			.containsPattern(
					"no slices where calls of late take \\d+ ms \\(median, at most 50 ms\\); whole runs take turns");
		assertThat(output.getOut()).containsPattern(
				"over \\d+ batches of 1 s or more \\(slices of \\d+ ms in random order\\); those of late over \\d rounds")
			.contains("at most 5 %", "All variants are decided.");
		assertThat(Results.objects(result, "variants")).hasSize(4).allSatisfy((variant) -> {
			assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
			boolean late = variant.get("name").getAsString().equals("late");
			assertThat(variant.get("slices").isJsonNull()).isEqualTo(late);
			assertThat(variant.getAsJsonArray("runs").size() > 1)
				.isEqualTo(late || variant.get("name").getAsString().equals("direct"));
		});
		assertThat(comparison(result, "late", "throughput").get("verdict").getAsString()).isEqualTo("worse");
		JsonObject slow = comparison(result, "slow", "throughput");
		assertThat(slow.get("verdict").getAsString()).isEqualTo("worse");
		assertThat(slow.get("ratio").getAsDouble()).isLessThan(0.8);
		assertThat(comparison(result, "direct-control", "throughput").get("ratio").getAsDouble()).isBetween(0.5, 2.0);
		assertThat(comparison(result, "slow", "server-cpu").get("ratio").getAsDouble()).isPositive();
	}

	@Test
	void whenServersTakeTurnsThenEachRoundHasNewOnesAndIsOneValue(CapturedOutput output) throws Exception {
		JsonObject result = compare(IN_TWO_SERVERS, output, InThisProcess.lightServers(this.folder));
		assertThat(output.getOut()).containsPattern("over 3 rounds \\(slices of \\d+ ms");
		assertThat(Results.objects(result, "variants")).hasSize(2).allSatisfy((variant) -> {
			JsonObject slices = variant.getAsJsonObject("slices");
			assertThat(slices.get("batchSeconds").isJsonNull()).isTrue();
			assertThat(Results.objects(slices, "units")).isNotEmpty()
				.allSatisfy((values) -> assertThat(values.getAsJsonArray("values")).hasSize(3));
		});
		assertThat(comparison(result, "slow", "throughput").get("ratio").getAsDouble()).isLessThan(0.8);
	}

	@Test
	void whenTheServerWasRunningBeforeThenItCountsItsOwnCpu(CapturedOutput output) throws Exception {
		ServerSpec spec = new ServerSpec(Application.HELLO_SERVICE.jar(), Application.HELLO_SERVICE.javaHome(), null,
				List.of("-Xmx128m"), Map.of(), this.folder.resolve("server"));
		try (ForkedServer server = ForkedServer.start(spec, new ServerCredentials("admin", "secret"),
				Duration.ofMinutes(2))) {
			server.awaitReady();
			JsonObject result = compare(ATTACHED, output, "--experiment.server.address=" + server.observed().address(),
					"--experiment.server.actuator=" + server.observed().actuator(),
					"--experiment.server.password=secret");
			assertThat(Results.objects(result, "variants")).hasSize(2)
				.allSatisfy((variant) -> assertThat(Results.objects(variant.getAsJsonObject("slices"), "units"))
					.filteredOn((values) -> values.get("metric").getAsString().equals("server-cpu"))
					.singleElement()
					.satisfies((values) -> assertThat(values.getAsJsonArray("values"))
						.allSatisfy((value) -> assertThat(value.getAsDouble()).isBetween(1.0, 10_000.0))));
			server.stop();
		}
	}

	private JsonObject compare(String experiment, CapturedOutput output, String... options) throws IOException {
		Path file = Files.writeString(this.folder.resolve("experiment.yml"), experiment);
		String[] arguments = Stream.concat(Stream.of("--experiment=" + file), Stream.of(options))
			.toArray(String[]::new);
		assertThat(ModesExperiment.launch(this.folder, arguments)).as(output::getErr).isZero();
		Path results = Results.onlyChild(this.folder.resolve("results"));
		ResultSchema.assertValid(results.resolve("result.json"));
		return Results.result(results);
	}

	private static JsonObject comparison(JsonObject result, String variant, String metric) {
		return Results.objects(result.getAsJsonObject("comparison"), "rows")
			.stream()
			.filter((row) -> row.get("variant").getAsString().equals(variant)
					&& row.get("metric").getAsString().equals(metric))
			.map((row) -> row.getAsJsonObject("comparison"))
			.findFirst()
			.orElseThrow();
	}

}
