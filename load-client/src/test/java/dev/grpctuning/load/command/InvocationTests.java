package dev.grpctuning.load.command;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link Invocation}. */
@Tag(Approved.TAG)
class InvocationTests {

	private static final Pattern WORD = Pattern.compile("(?:[^ ']|'[^']*')+");

	@Test
	void whenALineIsParsedThenItIsACommandOrOneLineSaysWhatToDo() {
		String lines = Stream
			.of("", "--experiment.only=plain", "demo", "version", "--version", "diff a b --fail-on-regression --quiet",
					"run localhost:1 -r 500 -c4 -d 30s --tls --call a.B/C --proto=c.proto --proto-path d -q",
					"knee --slo 'p99 < 10ms' --data=@a=b.json '--load.metadata.x=${y}  z' --load.quiet=false -o -",
					"run -r -5 --load.open.seed -3",
					"run --load.metadata.a=1 -r 5 --load.metadata.b=2,3 --load.metadata.a= --load.metadata.a=1", "help",
					"--help", "-h", "help -h", "--load.channels=2 --help", "help run", "run --help", "run -r 5 -h",
					"run --nonsense --help", "fly", "rvn", "run a b", "run -r", "run -r -q", "run --tls=x",
					"run --load.channels", "run -r 5 --load.open.rate=6", "run -r 5 --rate 6",
					"run --tls --grpc.client.GLOBAL.negotiation-type=plaintext",
					"run --load.maxOpenCalls=1 --load.max-open-calls=2", "run --load.thresholds=a --load.thresholds=b",
					"run a:1 --load.target=a:1", "run --server.port=0", "run --sevrer.port=0", "run --laod.channels=2",
					"run --conections=2", "run -x 5", "drive -n 5", "run --slo=x", "knee --tune.rounds=3",
					"run -load.channels=2", "run --proto-path a --proto-path=b,c")
			.map((line) -> line + " -> " + parsed(line))
			.collect(Collectors.joining("\n"));
		Approved.assertCase("input.txt", lines);
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

	private static String parsed(String line) {
		String[] words = WORD.matcher(line)
			.results()
			.map((word) -> word.group().replace("'", ""))
			.toArray(String[]::new);
		try {
			Invocation invocation = Invocation.parse(words);
			return "%s %s %s".formatted(invocation.command(), invocation.words(), invocation.properties())
				.replace("\n", "\\n");
		}
		catch (UsageException ex) {
			return String.valueOf(ex.getMessage());
		}
	}

}
