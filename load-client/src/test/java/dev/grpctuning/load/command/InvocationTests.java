package dev.grpctuning.load.command;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link Invocation}. */
@Tag(Approved.TAG)
class InvocationTests {

	@Test
	void whenOptionsAreShortThenTheySetTheirProperties() {
		assertThat(Invocation
			.parse("run localhost:1 -r 500 -c4 -d 30s --tls --call a.B/C --proto=c.proto --proto-path d -q".split(" ")))
			.isEqualTo(new Invocation(CommandName.RUN, List.of(),
					List.of("--load.open.rate=500", "--load.channels=4", "--load.duration=30s",
							"--grpc.client.GLOBAL.negotiation-type=tls", "--load.call=a.B/C", "--load.proto=c.proto",
							"--load.proto-path=d", "--load.quiet=true", "--load.target=localhost:1")));
	}

	@Test
	void whenAValueHasBlanksOrSignsThenItStaysAsItIs() {
		assertThat(Invocation
			.parse("knee", "--slo", "p99 < 10ms", "--data=@a=b.json", "--load.metadata.x=${y}  'z'",
					"--load.quiet=false", "-o", "-")
			.properties()).containsExactly("--search.slo=p99 < 10ms", "--load.request=@a=b.json",
					"--load.metadata.x=${y}  'z'", "--load.quiet=false", "--load.output=-");
	}

	@Test
	void whenNumbersAreNegativeThenTheyAreValues() {
		assertThat(Invocation.parse("run", "-r", "-5", "--load.open.seed", "-3").properties())
			.containsExactly("--load.open.rate=-5", "--load.open.seed=-3");
	}

	@Test
	void whenMetadataIsGivenSeveralTimesThenItsValuesAreLines() {
		assertThat(Invocation
			.parse("run", "--load.metadata.a=1", "-r", "5", "--load.metadata.b=2,3", "--load.metadata.a=",
					"--load.metadata.a=1")
			.properties()).containsExactly("--load.metadata.a=1\n\n1\n", "--load.open.rate=5", "--load.metadata.b=2,3");
	}

	@Test
	void whenFilesFollowThenTheyAreWords() {
		assertThat(Invocation.parse("diff", "a", "b", "--fail-on-regression", "--quiet").args()).containsExactly("diff",
				"a", "b", "--fail-on-regression", "--load.quiet=true");
	}

	@Test
	void whenThereIsNoCommandThenItIsCompare() {
		assertThat(Invocation.parse()).isEqualTo(new Invocation(CommandName.COMPARE, List.of(), List.of()));
		assertThat(Invocation.parse("--experiment.only=plain").args()).containsExactly("compare",
				"--experiment.only=plain");
	}

	@ParameterizedTest
	@ValueSource(strings = { "help run", "run --help", "run -r 5 -h", "run --nonsense --help" })
	void whenACommandIsAskedAboutThenItsHelpIsPrinted(String line) {
		assertThat(Invocation.parse(line.split(" ")))
			.isEqualTo(new Invocation(CommandName.HELP, List.of("run"), List.of()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "help", "--help", "-h", "--load.channels=2 --help", "help -h" })
	void whenNoCommandIsAskedAboutThenTheHelpIsOfAll(String line) {
		assertThat(Invocation.parse(line.split(" "))).isEqualTo(new Invocation(CommandName.HELP, List.of(), List.of()));
	}

	@Test
	void whenTheVersionIsAskedForThenItIsACommand() {
		assertThat(Invocation.parse("--version").command()).isEqualTo(CommandName.VERSION);
		assertThat(Invocation.parse("version").command()).isEqualTo(CommandName.VERSION);
	}

	@Test
	void whenALineIsWrongThenOneLineSaysWhatToDo() {
		String refusals = Stream
			.of("fly", "rvn", "run a b", "run -r", "run -r -q", "run --tls=x", "run --load.channels",
					"run -r 5 --load.open.rate=6", "run -r 5 --rate 6",
					"run --tls --grpc.client.GLOBAL.negotiation-type=plaintext",
					"run --load.maxOpenCalls=1 --load.max-open-calls=2", "run --load.thresholds=a --load.thresholds=b",
					"run a:1 --load.target=a:1", "run --server.port=0", "run --sevrer.port=0", "run --laod.channels=2",
					"run --conections=2", "run -x 5", "drive -n 5", "run --slo=x", "knee --tune.rounds=3",
					"run -load.channels=2")
			.map((line) -> line + " -> " + refusal(line))
			.collect(Collectors.joining("\n"));
		Approved.assertCase("input.txt", refusals);
	}

	@ParameterizedTest
	@CsvSource({ "EXPERIMENT_VARAINTS, did you mean EXPERIMENT_VARIANTS?",
			"LOAD_OPENRATE, did you mean LOAD_OPEN_RATE?", "'LOAD_NOTHING', 'unset it, or see ./lab help load.'" })
	void whenAVariableSetsNoPropertyThenItIsRefused(String variable, String hint) {
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> Invocation.checkVariables(Set.of("PATH", variable)))
			.withMessage("environment variable %s: there is no such property; %s", variable, hint);
	}

	@Test
	void whenAVariableSetsAPropertyOrIsOfKubernetesThenItIsAccepted() {
		assertThatNoException().isThrownBy(() -> Invocation.checkVariables(Set.of("LOAD_MAXOPENCALLS",
				"LOAD_MAX_OPEN_CALLS", "LOAD_METADATA_X_KEY", "LOAD_THRESHOLDS_0", "EXPERIMENT_VARIANTS_0_NAME",
				"EXPERIMENT", "LOADER", "LOAD_SERVICE_PORT_HTTP", "LOAD_CLIENT_PORT_8082_TCP_ADDR")));
	}

	private static String refusal(String line) {
		try {
			return Invocation.parse(line.split(" ")).toString();
		}
		catch (UsageException ex) {
			return String.valueOf(ex.getMessage());
		}
	}

}
