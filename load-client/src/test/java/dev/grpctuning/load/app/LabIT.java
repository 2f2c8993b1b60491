package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The launcher and the load client as processes, started from another folder.
 */
@StartsApplications
@Timeout(600)
class LabIT {

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "help", "--help", "run --load.burst.count=3 --help", "service -h" })
	void helpPrintsEveryPropertyWithItsDescription(String arguments) throws Exception {
		try (AppProcess lab = AppProcess.lab(this.folder, arguments.split(" "))) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("Usage: ./lab [COMMAND]", "load.burst.count = 100", "experiment.variants",
					"Kind of grpc-java stub", "(one of future, async, blocking)");
			assertThat(lab.errLines()).isEmpty();
		}
	}

	@Test
	void runPrintsAndWritesWhatCameOfIt() throws Exception {
		Path output = this.folder.resolve("deep").resolve("result.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "run", "--load.target=" + server.address(),
						"--load.burst.count=3", "--load.burst.size=500", "--load.metadata.x-the-header=hi",
						"--load.output=" + output)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("1,500 of 1,500", "service time, from the send");
			assertThat(server.headers()).containsExactly("hi");
			JsonObject result = json(output);
			assertThat(result.keySet()).contains("schema", "name", "plan", "environment", "counts", "elapsedSeconds",
					"throughputPerSecond", "latencyMicros", "responseTimeMicros", "client", "server", "timeline");
			assertThat(result.getAsJsonObject("counts").toString())
				.isEqualTo("{\"started\":1500,\"ok\":1500,\"failed\":{},\"cancelled\":0,\"unfinished\":0}");
			assertThat(result.getAsJsonObject("latencyMicros").keySet()).contains("min", "mean", "p50", "p75", "p90",
					"p95", "p99", "p999", "p9999", "max");
			assertThat(result.getAsJsonObject("client").keySet()).contains("cpuSeconds", "cpuMicrosPerCall",
					"saturated");
		}
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void runCallsTheServiceOfItsCodecWithoutAWordOfTheCodecsLibrary(HelloCodec codec) throws Exception {
		Path output = this.folder.resolve("result.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "run", "--load.target=" + server.address(),
						"--load.codec=" + codec.name().toLowerCase(Locale.ROOT), "--load.hello.longs=1000",
						"--load.burst.count=1", "--load.burst.size=200", "--load.output=" + output)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("200 of 200");
			assertThat(server.methods()).containsExactly(codec.serviceName() + "/SayHello");
			assertThat(lab.errLines())
				.allMatch((line) -> line.startsWith(server.address() + " ") || line.equals(output.toString()));
			JsonObject call = json(output).getAsJsonObject("plan").getAsJsonObject("call");
			assertThat(call.get("method").getAsString()).isEqualTo(codec.serviceName() + "/SayHello");
			assertThat(call.get("longs").getAsInt()).isEqualTo(1000);
		}
	}

	@Test
	void whenAGateFailsThenTheExitCodeSaysSo() throws Exception {
		try (HelloServer server = HelloServer.start()) {
			List<String> arguments = List.of("run", "--load.burst.count=1", "--load.burst.size=100",
					"--load.thresholds=errors == 0, p99 < 1m");
			try (AppProcess lab = run(server, arguments)) {
				assertThat(lab.exitCode()).isZero();
				assertThat(lab.out()).contains("threshold      errors == 0: 0, held", "threshold      p99 < 1m: ");
			}
			try (AppProcess lab = run(server,
					Stream.concat(arguments.stream(), Stream.of("--load.thresholds[0]=ok < 100"))
						.filter((word) -> !word.startsWith("--load.thresholds="))
						.toList())) {
				assertThat(lab.exitCode()).isEqualTo(2);
				assertThat(lab.out()).contains("threshold      ok < 100: 100, FAILED");
			}
			try (AppProcess lab = run(server,
					List.of("run", "--load.burst.count=1", "--load.thresholds=ok < 100, errors == 0", "--format=csv",
							"--quiet", "--load.output=" + this.folder.resolve("result.json")))) {
				assertThat(lab.exitCode()).isEqualTo(2);
				assertThat(lab.errLines()).containsExactly("threshold ok < 100: 10,000, FAILED");
			}
		}
	}

	@Test
	void whenAProgramReadsTheOutputThenThereIsNothingElse() throws Exception {
		Path log = this.folder.resolve("run.hlog");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = run(server, List.of("run", "--load.model=closed", "--load.duration=2s",
						"--format=json", "--quiet", "--load.histogram=" + log))) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).isEmpty();
			JsonObject result = JsonParser.parseString(lab.out()).getAsJsonObject();
			long answered = result.getAsJsonObject("counts").get("ok").getAsLong();
			assertThat(answered).isPositive();
			assertThat(recorded(log, "service")).isEqualTo(recorded(log, "response")).isEqualTo(answered);
		}
	}

	private static long recorded(Path log, String tag) throws IOException {
		long count = 0;
		HistogramLogReader reader = new HistogramLogReader(log.toFile());
		while (reader.hasNext()) {
			EncodableHistogram interval = reader.nextIntervalHistogram();
			count += tag.equals(interval.getTag()) ? ((Histogram) interval).getTotalCount() : 0;
		}
		reader.close();
		return count;
	}

	@Test
	void runCallsAnyMethodThatTheServerDescribes() throws Exception {
		Path output = this.folder.resolve("result.json");
		Files.writeString(this.folder.resolve("request.json"), "{\"id\": 7, \"count\": 3}");
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1);
				AppProcess lab = AppProcess.client(this.folder, "run", "--load.target=" + server.address(),
						"--load.call=kinds.v1.Kinds/Spread", "--load.request=@request.json", "--load.burst.count=1",
						"--load.burst.size=50", "--load.output=" + output)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("50 of 50", "messages       50 sent", "150 received",
					"between two messages of a call");
			assertThat(server.ids()).hasSize(50).containsOnly(7L);
			assertThat(json(output).getAsJsonObject("messages").get("received").getAsLong()).isEqualTo(150);
			assertThat(json(output).getAsJsonObject("plan").getAsJsonObject("call").toString()).isEqualTo(
					"{\"method\":\"kinds.v1.Kinds/Spread\",\"codec\":null,\"longs\":null,\"request\":\"@request.json\",\"messages\":null,\"deadlineMillis\":null,\"authority\":null,\"compression\":\"identity\",\"waitForReady\":false,\"cancelShare\":0.0,\"cancelAfterMillis\":0.0}");
		}
	}

	@Test
	void whenAServerAnswersNothingThenItsCallsAreUnfinishedAndTheExitCodeSaysSo() throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1);
				AppProcess lab = AppProcess.client(this.folder, "run", "--load.target=" + server.address(),
						"--load.call=kinds.v1.Kinds/Unary", "--load.request={\"text\": \"silence\"}",
						"--load.burst.count=1", "--load.burst.size=10", "--load.drain=1s")) {
			assertThat(lab.exitCode()).isEqualTo(3);
			assertThat(lab.out()).contains("answered       0 of 10", "unfinished     10");
		}
	}

	@Test
	@Execution(ExecutionMode.CONCURRENT)
	void clientsThatBeginTogetherAreMerged() throws Exception {
		Instant start = Instant.now().plusSeconds(30);
		List<String> arguments = List.of("run", "--load.start-at=" + start, "--load.burst.count=2",
				"--load.burst.size=300", "--load.output=-");
		Path merged = this.folder.resolve("merged.json");
		try (HelloServer server = HelloServer.start();
				AppProcess first = run(server, arguments);
				AppProcess second = run(server, arguments)) {
			assertThat(List.of(first.exitCode(), second.exitCode())).containsOnly(0);
			Files.writeString(this.folder.resolve("a.json"), first.out());
			Files.writeString(this.folder.resolve("b.log"), "a line before\n" + second.out());
			try (AppProcess lab = AppProcess.client(this.folder, "merge", "a.json", "b.log",
					"--load.output=" + merged)) {
				assertThat(lab.exitCode()).isZero();
				assertThat(lab.out()).contains("together", "1,200");
				assertThat(lab.errLines()).contains(merged.toString());
			}
			JsonObject whole = json(merged);
			assertThat(whole.getAsJsonObject("counts").get("ok").getAsLong()).isEqualTo(1200).isEqualTo(server.calls());
			assertThat(Instant.parse(whole.get("startedAt").getAsString())).isBetween(start, start.plusSeconds(5));
		}
	}

	private AppProcess run(HelloServer server, List<String> arguments) throws Exception {
		return AppProcess.client(this.folder,
				Stream.concat(arguments.stream(), Stream.of("--load.target=" + server.address()))
					.toArray(String[]::new));
	}

	@Test
	@Execution(ExecutionMode.CONCURRENT)
	void clientsThatShareAScheduleDriveItTogether() throws Exception {
		List<String> arguments = List.of("run", "--load.start-at=" + Instant.now().plusSeconds(30), "--load.model=ramp",
				"--load.ramp.to=100", "--load.duration=2s", "--load.output=-");
		try (HelloServer server = HelloServer.start();
				AppProcess first = run(server, with(arguments, "--load.shard=0/2"));
				AppProcess second = run(server, with(arguments, "--load.shard=1/2"))) {
			assertThat(List.of(first.exitCode(), second.exitCode())).containsOnly(0);
			assertThat(List.of(ok(first), ok(second))).containsExactly(50L, 50L);
			assertThat(server.calls()).isEqualTo(100);
			Files.writeString(this.folder.resolve("c.json"), first.out());
			Files.writeString(this.folder.resolve("d.json"), second.out());
		}
		List<String> thresholds = List.of("lag.max < 1m", "late-share <= 1", "sent-rate > 45", "client.cpu > 0",
				"clipped == 0");
		try (AppProcess lab = AppProcess.client(this.folder, "merge", "c.json", "d.json", "--load.output=cd.json",
				"--load.thresholds=" + String.join(",", thresholds))) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("c.json: service time", "send lag, from when it was due to the send");
		}
		try (AppProcess lab = AppProcess.client(this.folder, "merge", "cd.json",
				"--load.thresholds=lag.max < 1m, gap.max < 1m")) {
			assertThat(lab.exitCode()).isEqualTo(2);
			assertThat(lab.out()).contains("cd.json: c.json: service time")
				.containsPattern("threshold +lag.max < 1m: .*, held")
				.contains("gap.max < 1m: not measured, FAILED");
		}
	}

	private static List<String> with(List<String> arguments, String argument) {
		return Stream.concat(arguments.stream(), Stream.of(argument)).toList();
	}

	private static long ok(AppProcess lab) throws IOException {
		return JsonParser.parseString(lab.out()).getAsJsonObject().getAsJsonObject("counts").get("ok").getAsLong();
	}

	@Test
	void aFileOfDueTimesIsReplayed() throws Exception {
		Files.writeString(this.folder.resolve("access.txt"),
				"2026-01-31T12:00:00Z\n2026-01-31T12:00:00.250Z\n2026-01-31T12:00:01Z\n");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "run", "--load.target=" + server.address(),
						"--load.model=replay", "--load.replay.file=access.txt")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("answered       3 of 3", "planned as in the file");
		}
	}

	@Test
	void whenInterruptedThenTheCountsSoFarArePrintedAndWritten() throws Exception {
		Path output = this.folder.resolve("result.json");
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.lab(this.folder, "run", "--load.target=" + server.address(),
						"--load.model=closed", "--load.duration=10m", "--load.output=" + output)) {
			lab.awaitErr(" open 10");
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			assertThat(lab.out()).contains("answered", "stopped by     interrupted");
			JsonObject counts = json(output).getAsJsonObject("counts");
			assertThat(counts.get("ok").getAsLong()).isPositive();
			assertThat(counts.get("started").getAsLong())
				.isEqualTo(counts.get("ok").getAsLong() + counts.get("unfinished").getAsLong());
		}
	}

	@Test
	void whenTheJarIsRunWithoutTheLauncherThenItWorks() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
				Path.of("target", "load-client-0.1.0-SNAPSHOT.jar").toString(), "help")
			.redirectErrorStream(true)
			.start();
		String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor()).as(out).isZero();
		assertThat(out).contains("load.target = localhost:9090");
	}

	@Test
	void badInputIsOneLineAndExitCodeOne() throws Exception {
		try (AppProcess lab = AppProcess.lab(this.folder, "run", "--load.stub=foo")) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(lab.errLines()).containsExactly(
					"load.stub: \"foo\" is not allowed (command line); use one of future, async, blocking.");
			assertThat(lab.out()).isEmpty();
		}
	}

	private static JsonObject json(Path file) throws IOException {
		return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
	}

}
