package dev.grpctuning.load.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bad input, all of it in this process: {@link LabIT} shows once that a process ends like
 * this too.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class BadInputIT {

	/** What the launcher adds. */
	private static final String SERVICE = "--experiment.server.jar="
			+ Path.of("..", "hello-service", "target", "hello-service-0.1.0-SNAPSHOT.jar");

	private static final String SLO = "--slo=p99 < 10ms";

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	BadInputIT(CapturedOutput output) {
		this.output = output;
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					--load.call=kinds.v1.Kinds/Unari | {} | load.call: kinds.v1.Kinds has no method Unari; it has Collect, Echo, Linger, Spread, Unary.
					--load.call=kinds.v1.Kinds/Unary | {"id": "x"} | load.request: id: Not an int64 value: "x" (message kinds.v1.Thing).
					""")
	void aCallThatDoesNotFitTheServerIsOneLineAndExitCodeOne(String call, String request, String line)
			throws Exception {
		try (KindsServer server = KindsServer.start(KindsServer.Reflection.V1ALPHA)) {
			assertOneLine(List.of("run", "--load.target=" + server.address(), call, "--load.request=" + request), line);
		}
	}

	@Test
	void whenALineOfTheFileIsNoTimeThenTheLineNamesIt() throws Exception {
		Files.writeString(this.folder.resolve("times.txt"), "0\n0.5\nsoon\n");
		assertOneLine(List.of("run", "--load.model=replay", "--load.replay.file=" + this.folder.resolve("times.txt")),
				"It must be a file of due times, one a line: line 3: \"soon\" is no time; write seconds");
	}

	@Test
	void whenTheFileIsAPipeThenTheLineSaysThatItIsReadTwice() throws Exception {
		Path pipe = this.folder.resolve("pipe");
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
		assertOneLine(List.of("run", "--load.model=replay", "--load.replay.file=" + pipe),
				"load.replay.file: \"" + pipe + "\" is not allowed (command line). It must be a regular file");
	}

	static Stream<Arguments> badInput() {
		return Stream.of(
				Arguments.of(List.of("run", "--load.stub=foo"),
						"load.stub: \"foo\" is not allowed (command line); use one of future, async, blocking."),
				Arguments.of(List.of("run", "--load.call=hallo"),
						"load.call: \"hallo\" is not allowed (command line). It must be hello, or package.Service/Method."),
				Arguments.of(List.of("run", "--load.call=a.B/C", "--load.request=@none.json"),
						"load.request: \"@none.json\" is not allowed (command line). There is no such file."),
				Arguments.of(List.of("run", "--load.cancel.share=2"),
						"load.cancel.share: \"2\" is not allowed (command line). It must be a share from 0 to 1"),
				Arguments.of(List.of("run", "--load.compression=brotli"),
						"load.compression: \"brotli\" is not allowed (command line); use one of identity, gzip."),
				Arguments.of(List.of("run", "--load.codec=xml"),
						"load.codec: \"xml\" is not allowed (command line); use one of protobuf, json, wire."),
				Arguments.of(List.of("run", "--load.burst.size=-1"), "load.burst.size: \"-1\""),
				Arguments.of(List.of("run", "--load.thresholds=p98 < 5ms"),
						"load.thresholds: \"p98 < 5ms\" is not allowed (command line). There is no figure \"p98\"; use one of "),
				Arguments.of(List.of("run", "--format=xml"),
						"load.format: \"xml\" is not allowed (command line); use one of table, qps, grid, json, csv."),
				Arguments.of(List.of("run", "--load.histogram=/dev/null"),
						"load.histogram: /dev/null cannot be written"),
				Arguments.of(List.of("run", "--load.output=target/run.out", "--load.histogram=target/run.out"),
						"load.histogram: target/run.out is the file of load.output too"),
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
				Arguments.of(List.of("run", "--load.model=open", "--load.shard=3/3"),
						"load.shard: \"3/3\" is not allowed (command line). It must be i/n with i from 0 to n-1"),
				Arguments.of(List.of("run", "--load.warmup=soon"),
						"load.warmup: \"soon\" is not allowed (command line); use a duration such as 10s, or auto."),
				Arguments.of(List.of("drive", "--load.model=replay"),
						"load.model: \"replay\" is not allowed (command line). It must be another model with drive"),
				Arguments.of(List.of("drive", "--server.port=0", "--load.open.rate=-1"),
						"load.open.rate: \"-1\" is not allowed (command line)."),
				Arguments.of(List.of("drive", "--server.port=0", "--load.target=nowhere"),
						"load.target: \"nowhere\" is not allowed"),
				Arguments.of(List.of("drive", "--server.port=0", "--load.output=/dev/null"),
						"load.output: /dev/null cannot be written"),
				Arguments.of(List.of("drive", "--server.port=0", "--load.output=/"),
						"load.output: / cannot be written"),
				Arguments.of(List.of("drive", "--sevrer.port=0"), "--sevrer.port: there is no such property"),
				Arguments.of(List.of("serve", "--server.port=0", "--load.chanels=2"),
						"load.chanels: there is no such property (command line); check its spelling"),
				Arguments.of(List.of("serve", "--server.port=0", "--load.output=/dev/null"),
						"load.output: /dev/null is no folder; serve writes a file for each run"),
				Arguments.of(List.of("run", "--server.port=0"),
						"--server.port: is an option of drive, serve, not of run; leave it out."),
				Arguments.of(List.of("run", "--load.output=/"), "load.output: /"),
				Arguments.of(List.of("run", "--load.output=/dev/null"), "load.output: /dev/null cannot be written"),
				Arguments.of(List.of("run", "--load.output="), "load.output: has no value"),
				Arguments.of(List.of("run", "--laod.channels=2"), "--laod.channels: there is no such property"),
				Arguments.of(List.of("compare", "--load.target=localhost:9999"),
						"load.target: compare starts servers of its own, or attaches to experiment.server.address"),
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
				Arguments.of(List.of("knee", SERVICE),
						"search.slo: is missing; set the objective, as in ./lab knee --slo='p99 < 10ms'."),
				Arguments.of(List.of("knee", "--slo=p98 < 5ms", SERVICE),
						"search.slo: \"p98 < 5ms\" is not allowed (command line). There is no figure \"p98\"; use one of "),
				Arguments.of(List.of("knee", "--slo=server.cpu < 5s", SERVICE),
						"It must be on what the client measures in a trial"),
				Arguments.of(List.of("knee", SLO, "--search.start=0", SERVICE),
						"search.start: \"0\" is not allowed (command line). It must be calls per second, above 0"),
				Arguments.of(List.of("knee", SLO, "--search.start=200", "--search.highest=100", SERVICE),
						"search.start: \"200\" is not allowed (command line). It must not be above search.highest, which is 100.0."),
				Arguments.of(List.of("knee", SLO, "--search.precision=0", SERVICE),
						"search.precision: \"0\" is not allowed (command line). It must be a share from 0.001 to 1"),
				Arguments.of(List.of("knee", SLO, "--load.target=localhost:9090", SERVICE),
						"load.target: knee starts servers of its own"),
				Arguments.of(List.of("knee", SLO, "--format=qps", SERVICE),
						"load.format: qps is the layout of one run; use table, json or csv with knee."),
				Arguments.of(List.of("knee", SLO, "--tune.rounds=3", SERVICE),
						"--tune.rounds: is an option of tune, not of knee; leave it out."),
				Arguments.of(List.of("knee", SLO, "--experiment.repeat=3", SERVICE),
						"experiment.repeat: knee does not repeat an experiment; leave it out, or set search.trial"),
				Arguments.of(List.of("knee", SLO, "--experiment=gc", "--experiment.scale=0.5", SERVICE),
						"experiment.scale: knee has no plan to scale; leave it out, or set search.warmup, search.settle and search.trial."),
				Arguments.of(List.of("tune", SLO, "--experiment.repeat=3", SERVICE),
						"experiment.repeat: tune does not repeat an experiment; leave it out, or set tune.rounds."),
				Arguments.of(List.of("tune", SLO, "--experiment.scale=0.5", SERVICE),
						"experiment.scale: tune has no plan to scale; leave it out, or set tune.time."),
				Arguments.of(List.of("tune", SLO, "--experiment=gc", "--tune.time=10s", SERVICE), "tune.time: \"10s\""),
				Arguments.of(List.of("knee", SLO, "--experiment=none.yml", SERVICE),
						"--experiment=none.yml: there is no such file"),
				Arguments.of(List.of("tune", SLO, "--knobs=executor.typ", SERVICE),
						"tune.knobs: \"executor.typ\" is not allowed (command line). There is no such knob; use one of boss-threads, "),
				Arguments.of(List.of("tune", SLO, "--knobs=max-connections", SERVICE),
						"There are no values to try of it; list them in tune.space.max-connections, or use executor.type"),
				Arguments.of(List.of("tune", SLO, "--tune.space.wings=2", SERVICE),
						"tune.space.wings: \"2\" is not allowed (command line). There is no such knob; use one of boss-threads, "),
				Arguments.of(List.of("tune", SLO, "--tune.space.transport=nio,nio", SERVICE),
						"It must list each value once."),
				Arguments.of(List.of("tune", SLO, "--tune.rounds=1", SERVICE),
						"tune.rounds: \"1\" is not allowed (command line). It must be from 3 to 100."),
				Arguments.of(List.of("tune", SLO, "--tune.time=10s", SERVICE),
						"tune.time: \"10s\" is not allowed (command line). It must be "),
				Arguments.of(List.of("tune", SLO, "--experiment.server.jar=" + Path.of("..", "lab")),
						"experiment.server.jar: "),
				Arguments.of(List.of("fly"), "fly: there is no such command"),
				Arguments.of(List.of("--experiment=none.yml"), "--experiment=none.yml: there is no such file"),
				Arguments.of(List.of("--experiment.only=plane", SERVICE), "experiment.only: \"plane\""),
				Arguments.of(List.of("--experiment.only=", SERVICE),
						"experiment.only: \"\" is not allowed (command line). It must name variants of the experiment: plain, "),
				Arguments.of(List.of("--experiment.server.java-home=/nowhere", SERVICE),
						"experiment.server.java-home: \"/nowhere\""));
	}

	@ParameterizedTest
	@MethodSource("badInput")
	void badInputIsOneLineAndExitCodeOne(List<String> arguments, String line) throws Exception {
		assertOneLine(arguments, line);
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.duration=10s", "load.burst.count=5", "load.timeout=5m",
			"load.start-at=2999-01-01T00:00:00Z" })
	void aPropertyOfAPlanWithAnEndIsRefusedByDrive(String option) {
		assertOneLine(List.of("drive", "--server.port=0", "--" + option),
				option.replaceAll("=.*", "") + ": drive goes on until it is interrupted; leave it out, or use run.");
	}

	@Test
	void anUnreachableTargetIsOneLineAndExitCodeOne() throws Exception {
		int port = Ports.free();
		assertOneLine(List.of("run", "--load.target=127.0.0.1:" + port), "load.target: no gRPC server at 127.0.0.1:"
				+ port + ": Connection refused; start it with ./lab service");
	}

	@Test
	void aBrokenExperimentFileIsOneLineThatNamesFileAndLine() throws Exception {
		Path file = this.folder.resolve("broken.yml");
		Files.writeString(file, "experiment:\n  name: broken\n  variants: [\n");
		assertOneLine(List.of("--experiment=" + file), "broken.yml:4: not valid YAML");
	}

	@Test
	void anUnknownPropertyInAnExperimentFileIsOneLineThatNamesFileAndLine() throws Exception {
		Path file = this.folder.resolve("typo.yml");
		Files.writeString(file, "experiment:\n  name: typo\n  variants:\n    - name: a\n      profil: plain\n");
		assertOneLine(List.of("--experiment=" + file),
				"experiment.variants[0].profil: there is no such property (typo.yml:5)");
	}

	@Test
	void aMisspeltListOfVariantsIsOneLineThatNamesFileAndLine() throws Exception {
		Path file = this.folder.resolve("typo.yml");
		Files.writeString(file, "experiment:\n  name: typo\n  varaints:\n    - name: a\n      profile: plain\n");
		assertOneLine(List.of("--experiment=" + file),
				"experiment.varaints[0].name: there is no such property (typo.yml:4)");
	}

	@Test
	void twoVariantsOfOneNameAreOneLineThatNamesTheSecond() throws Exception {
		Path file = this.folder.resolve("twice.yml");
		Files.writeString(file,
				"experiment:\n  name: twice\n  variants:\n    - name: a\n    - name: b\n    - name: a\n");
		assertOneLine(List.of("--experiment=" + file, SERVICE), "experiment.variants[2].name: \"a\" is not allowed "
				+ "(twice.yml:6). It must be unique in experiment.variants.");
	}

	@Test
	void aBaselineThatIsNoVariantIsOneLineThatNamesThoseThatAre() {
		assertOneLine(List.of("--experiment.baseline=none", SERVICE), "experiment.baseline: \"none\" is not allowed "
				+ "(command line). It must name a variant: plain, netty");
	}

	@Test
	void aVariantThatARunningServerCannotBeIsOneLineThatNamesIt() {
		assertOneLine(List.of("--experiment.server.mode=retune", SERVICE),
				"variant plain: profile cannot be changed in a running server, of which only the knobs of grpc.tuning can;"
						+ " leave it out, or set experiment.server.mode=fork.");
	}

	private void assertOneLine(List<String> arguments, String line) {
		assertThat(LoadClientApplication.launch(arguments.toArray(String[]::new))).isEqualTo(1);
		assertThat(this.output.getErr().lines()).hasSize(1).first().asString().contains(line);
		assertThat(this.output.getOut()).isEmpty();
	}

}
