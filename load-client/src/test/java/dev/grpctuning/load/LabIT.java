package dev.grpctuning.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.hello.codec.HelloCodec;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The launcher and the load client as processes, started from another folder.
 */
@Timeout(600)
class LabIT {

	@TempDir
	private Path folder;

	@Test
	void helpPrintsEveryPropertyWithItsDescription() throws Exception {
		try (LabProcess lab = LabProcess.start(this.folder, "help")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("./lab run", "load.turns.count = 100", "experiment.variants",
					"of the stub engine, future if not set (one of future, async, blocking)");
			assertThat(lab.errLines()).isEmpty();
		}
	}

	@Test
	void runPrintsAndWritesWhatCameOfIt() throws Exception {
		Path output = this.folder.resolve("deep").resolve("result.json");
		try (HelloServer server = HelloServer.start();
				LabProcess lab = LabProcess.start(this.folder, "run", "--load.target=" + server.address(),
						"--load.turns.count=3", "--load.turns.calls=500", "--load.metadata.x-the-header=hi",
						"--load.output=" + output)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("1,500 of 1,500", "service time, from the send");
			assertThat(server.headers()).containsExactly("hi");
			JsonObject result = json(output);
			assertThat(result.keySet()).contains("schema", "name", "plan", "environment", "counts", "elapsedSeconds",
					"throughputPerSecond", "latencyMicros", "responseTimeMicros", "client", "server", "timeline");
			assertThat(result.getAsJsonObject("counts").toString())
				.isEqualTo("{\"started\":1500,\"ok\":1500,\"failed\":{},\"unfinished\":0}");
			assertThat(result.getAsJsonObject("latencyMicros").keySet()).contains("min", "mean", "p50", "p75", "p90",
					"p95", "p99", "p999", "p9999", "max");
			assertThat(result.getAsJsonObject("client").keySet()).contains("cpuSeconds", "cpuMicrosPerCall", "limited");
		}
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void runCallsTheServiceOfItsCodecWithoutAWordOfTheCodecsLibrary(HelloCodec codec) throws Exception {
		Path output = this.folder.resolve("result.json");
		try (HelloServer server = HelloServer.start();
				LabProcess lab = LabProcess.start(this.folder, "run", "--load.target=" + server.address(),
						"--load.codec=" + codec.name().toLowerCase(Locale.ROOT), "--load.hello.longs=1000",
						"--load.turns.count=1", "--load.turns.calls=200", "--load.output=" + output)) {
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
			List<String> arguments = List.of("run", "--load.turns.count=1", "--load.turns.calls=100",
					"--load.gates=errors == 0, p99 < 1m");
			try (LabProcess lab = run(server, arguments)) {
				assertThat(lab.exitCode()).isZero();
				assertThat(lab.out()).contains("gate           errors == 0: 0, held", "gate           p99 < 1m: ");
			}
			try (LabProcess lab = run(server,
					Stream.concat(arguments.stream(), Stream.of("--load.gates[0]=ok < 100"))
						.filter((word) -> !word.startsWith("--load.gates="))
						.toList())) {
				assertThat(lab.exitCode()).isEqualTo(2);
				assertThat(lab.out()).contains("gate           ok < 100: 100, FAILED");
			}
		}
	}

	@Test
	void whenAProgramReadsTheOutputThenThereIsNothingElse() throws Exception {
		Path log = this.folder.resolve("run.hlog");
		try (HelloServer server = HelloServer.start();
				LabProcess lab = run(server, List.of("run", "--load.model=closed", "--load.duration=2s",
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
				LabProcess lab = LabProcess.start(this.folder, "run", "--load.target=" + server.address(),
						"--load.call=kinds.v1.Kinds/Spread", "--load.request=@request.json", "--load.turns.count=1",
						"--load.turns.calls=50", "--load.output=" + output)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("50 of 50", "messages       50 sent", "150 received",
					"between two messages of a call");
			assertThat(server.ids()).hasSize(50).containsOnly(7L);
			assertThat(json(output).getAsJsonObject("messages").get("received").getAsLong()).isEqualTo(150);
			assertThat(json(output).getAsJsonObject("plan").getAsJsonObject("call").toString()).isEqualTo(
					"{\"method\":\"kinds.v1.Kinds/Spread\",\"codec\":null,\"longs\":null,\"request\":\"@request.json\",\"messages\":null}");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					--load.call=kinds.v1.Kinds/Unari | {} | load.call: kinds.v1.Kinds has no method Unari; it has Collect, Echo, Spread, Unary.
					--load.call=kinds.v1.Kinds/Unary | {"id": "x"} | load.request: id: Not an int64 value: "x" (message kinds.v1.Thing).
					""")
	void aCallThatDoesNotFitTheServerIsOneLineAndExitCodeOne(String call, String request, String line)
			throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1ALPHA)) {
			assertOneLine(List.of("run", "--load.target=" + server.address(), call, "--load.request=" + request), line);
		}
	}

	@Test
	void clientsThatBeginTogetherAreMerged() throws Exception {
		Instant start = Instant.now().plusSeconds(30);
		List<String> arguments = List.of("run", "--load.start-at=" + start, "--load.turns.count=2",
				"--load.turns.calls=300", "--load.output=-");
		Path merged = this.folder.resolve("merged.json");
		try (HelloServer server = HelloServer.start();
				LabProcess first = run(server, arguments);
				LabProcess second = run(server, arguments)) {
			assertThat(List.of(first.exitCode(), second.exitCode())).containsOnly(0);
			Files.writeString(this.folder.resolve("a.json"), first.out());
			Files.writeString(this.folder.resolve("b.log"), "a line before\n" + second.out());
			try (LabProcess lab = LabProcess.start(this.folder, "merge", "a.json", "b.log",
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

	private LabProcess run(HelloServer server, List<String> arguments) throws Exception {
		return LabProcess.start(this.folder,
				Stream.concat(arguments.stream(), Stream.of("--load.target=" + server.address()))
					.toArray(String[]::new));
	}

	@Test
	void clientsThatShareAScheduleDriveItTogether() throws Exception {
		List<String> arguments = List.of("run", "--load.start-at=" + Instant.now().plusSeconds(30), "--load.model=ramp",
				"--load.ramp.to=100", "--load.duration=2s", "--load.output=-");
		try (HelloServer server = HelloServer.start();
				LabProcess first = run(server, with(arguments, "--load.share=0/2"));
				LabProcess second = run(server, with(arguments, "--load.share=1/2"))) {
			assertThat(List.of(first.exitCode(), second.exitCode())).containsOnly(0);
			assertThat(List.of(ok(first), ok(second))).containsExactly(50L, 50L);
			assertThat(server.calls()).isEqualTo(100);
		}
	}

	private static List<String> with(List<String> arguments, String argument) {
		return Stream.concat(arguments.stream(), Stream.of(argument)).toList();
	}

	private static long ok(LabProcess lab) throws IOException {
		return JsonParser.parseString(lab.out()).getAsJsonObject().getAsJsonObject("counts").get("ok").getAsLong();
	}

	@Test
	void aFileOfDueTimesIsReplayed() throws Exception {
		Files.writeString(this.folder.resolve("access.txt"),
				"2026-01-31T12:00:00Z\n2026-01-31T12:00:00.250Z\n2026-01-31T12:00:01Z\n");
		try (HelloServer server = HelloServer.start();
				LabProcess lab = LabProcess.start(this.folder, "run", "--load.target=" + server.address(),
						"--load.model=replay", "--load.replay.file=access.txt")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).contains("answered       3 of 3", "planned as in the file");
		}
	}

	@Test
	void whenALineOfTheFileIsNoTimeThenTheLineNamesIt() throws Exception {
		Files.writeString(this.folder.resolve("times.txt"), "0\n0.5\nsoon\n");
		assertOneLine(List.of("run", "--load.model=replay", "--load.replay.file=times.txt"),
				"It must be a file of due times, one a line: line 3: \"soon\" is no time; write seconds");
	}

	@Test
	void whenInterruptedThenTheCountsSoFarArePrintedAndWritten() throws Exception {
		Path output = this.folder.resolve("result.json");
		try (HelloServer server = HelloServer.start();
				LabProcess lab = LabProcess.start(this.folder, "run", "--load.target=" + server.address(),
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

	static Stream<Arguments> badInput() {
		return Stream.of(
				Arguments.of(List.of("run", "--load.stub=foo"),
						"load.stub: \"foo\" is not allowed (command line); use one of future, async, blocking."),
				Arguments.of(List.of("run", "--load.call=hallo"),
						"load.call: \"hallo\" is not allowed (command line). It must be hello, or package.Service/Method."),
				Arguments.of(List.of("run", "--load.call=a.B/C", "--load.request=@none.json"),
						"load.request: \"@none.json\" is not allowed (command line). There is no such file."),
				Arguments.of(List.of("run", "--load.codec=xml"),
						"load.codec: \"xml\" is not allowed (command line); use one of protobuf, json, wire."),
				Arguments.of(List.of("run", "--load.turns.calls=-1"), "load.turns.calls: \"-1\""),
				Arguments.of(List.of("run", "--load.gates=p98 < 5ms"),
						"load.gates: \"p98 < 5ms\" is not allowed (command line). There is no figure \"p98\"; use one of "),
				Arguments.of(List.of("run", "--format=xml"),
						"load.format: \"xml\" is not allowed (command line); use one of table, qps, grid, json, csv."),
				Arguments.of(List.of("run", "--load.histogram=/dev/null"),
						"load.histogram: /dev/null cannot be written"),
				Arguments.of(List.of("run", "--load.engine=raw", "--load.stub=async"),
						"load.stub: \"async\" is not allowed (command line). It must not be set with load.engine=raw, which uses no stub."),
				Arguments.of(List.of("run", "--load.engine=fast"),
						"load.engine: \"fast\" is not allowed (command line); use one of stub, raw."),
				Arguments.of(List.of("run", "--load.duration=-1s", "--load.model=closed"), "load.duration: \"-1s\""),
				Arguments.of(List.of("run", "--load.chanels=2"), "load.chanels: there is no such property"),
				Arguments.of(List.of("run", "--load.target=nowhere"), "load.target: \"nowhere\""),
				Arguments.of(List.of("run", "--load.model=open", "--load.open.rate=0"),
						"load.open.rate: \"0\" is not allowed (command line). It must be calls per second, above 0"),
				Arguments.of(List.of("run", "--load.open.rate=fast"),
						"load.open.rate: \"fast\" is not allowed (command line); use a number such as 0.5 or 200."),
				Arguments.of(List.of("run", "--load.open.arrivals=bursts"),
						"load.open.arrivals: \"bursts\" is not allowed (command line); use one of constant, poisson."),
				Arguments.of(List.of("run", "--load.model=ramp", "--load.ramp.to=-1"),
						"load.ramp.to: \"-1\" is not allowed (command line). It must be calls per second"),
				Arguments.of(List.of("run", "--load.model=steps"),
						"load.steps.values: is missing. It must be a list of figures, such as 50,100,200"),
				Arguments.of(List.of("run", "--load.model=replay", "--load.replay.file=none.txt"),
						"load.replay.file: \"none.txt\" is not allowed (command line). It must be a file that can be read"),
				Arguments.of(List.of("run", "--load.model=open", "--load.share=3/3"),
						"load.share: \"3/3\" is not allowed (command line). It must be i/n with i from 0 to n-1"),
				Arguments.of(List.of("run", "--load.warmup=soon"),
						"load.warmup: \"soon\" is not allowed (command line); use a duration such as 10s, or auto."),
				Arguments.of(List.of("drive", "--load.model=replay"),
						"load.model: \"replay\" is not allowed (command line). It must be another model with drive"),
				Arguments.of(List.of("run", "--server.port=0"), "--server.port: there is no such property"),
				Arguments.of(List.of("run", "--load.output=/"), "load.output: /"),
				Arguments.of(List.of("run", "--load.output=/dev/null"), "load.output: /dev/null cannot be written"),
				Arguments.of(List.of("run", "--load.output="), "load.output: has no value"),
				Arguments.of(List.of("run", "--laod.channels=2"), "--laod.channels: there is no such property"),
				Arguments.of(List.of("run", "--load.start-at=noon"), "load.start-at: \"noon\""),
				Arguments.of(List.of("run", "--load.start-at=2020-01-01T00:00:00Z"),
						"load.start-at: 2020-01-01T00:00:00Z has passed"),
				Arguments.of(List.of("run", "--load.start-at=2999-01-01T00:00:00Z"),
						"load.start-at: 2999-01-01T00:00:00Z is more than"),
				Arguments.of(List.of("merge"), "merge: no result is named"),
				Arguments.of(List.of("merge", "none.json", "--format=qps"),
						"load.format: qps is the layout of one run; use table, json or csv with merge."),
				Arguments.of(List.of("merge", "none.json"), "none.json: there is no such file"),
				Arguments.of(List.of("merge", "/"), "/: no result of ./lab run"),
				Arguments.of(List.of("fly"), "fly: there is no such command"),
				Arguments.of(List.of("--experiment=none.yml"), "--experiment=none.yml: there is no such file"),
				Arguments.of(List.of("--experiment.only=plane"), "experiment.only: \"plane\""),
				Arguments.of(List.of("--experiment.server.java-home=/nowhere"),
						"experiment.server.java-home: \"/nowhere\""));
	}

	@ParameterizedTest
	@MethodSource("badInput")
	void badInputIsOneLineAndExitCodeOne(List<String> arguments, String line) throws Exception {
		assertOneLine(arguments, line);
	}

	@Test
	void anUnreachableTargetIsOneLineAndExitCodeOne() throws Exception {
		int port;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = socket.getLocalPort();
		}
		assertOneLine(List.of("run", "--load.target=127.0.0.1:" + port), "load.target: no gRPC server at 127.0.0.1:"
				+ port + ": Connection refused; start it with ./lab service");
	}

	@Test
	void aBrokenExperimentFileIsOneLineThatNamesFileAndLine() throws Exception {
		Path file = this.folder.resolve("broken.yml");
		Files.writeString(file, "experiment:\n  name: broken\n  variants: [\n");
		assertOneLine(List.of("--experiment=broken.yml"), "broken.yml:4: not valid YAML");
	}

	@Test
	void anUnknownPropertyInAnExperimentFileIsOneLineThatNamesFileAndLine() throws Exception {
		Path file = this.folder.resolve("typo.yml");
		Files.writeString(file, "experiment:\n  name: typo\n  variants:\n    - name: a\n      profil: plain\n");
		assertOneLine(List.of("--experiment=typo.yml"),
				"experiment.variants[0].profil: there is no such property (typo.yml:5)");
	}

	private void assertOneLine(List<String> arguments, String line) throws IOException, InterruptedException {
		try (LabProcess lab = LabProcess.start(this.folder, arguments.toArray(String[]::new))) {
			assertThat(lab.exitCode()).isEqualTo(1);
			assertThat(lab.errLines()).hasSize(1).first().asString().contains(line);
			assertThat(lab.out()).isEmpty();
		}
	}

	private static JsonObject json(Path file) throws IOException {
		return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
	}

}
