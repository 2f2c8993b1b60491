package dev.grpctuning.load.app;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.HtmlUtils;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.compare.experiment.BuiltInExperiments;
import dev.grpctuning.load.config.PropertyMetadata;
import dev.grpctuning.load.result.ResultFile;

/**
 * Prints the commands, the built-in experiments and all properties of the load client.
 */
@Component
class HelpCommand implements Command {

	private static final String USAGE = """
			Usage: ./lab [COMMAND] [--name=value ...]

			Load against a server that runs already (--load.target=host:port)
			  run                 Drive one plan and print the result.
			  drive               Drive load until Ctrl-C. Defaults: load.model=open, load.drain=5s.
			                      Serves health and metrics on 127.0.0.1:8082.
			  serve               Wait for plans posted as JSON to 127.0.0.1:8082/actuator/load, and drive one at a time.
			  merge FILE...       Add up the results of several clients.

			Load against servers that the lab starts itself
			  compare             Compare variants of a server. The default command; --experiment=NAME|FILE selects
			                      the experiment.
			  knee --slo=SLO      Find the highest rate at which an objective such as 'p99 < 10ms' holds, per variant.
			  tune --slo=SLO      Find settings that raise this rate, with the evidence for each. --knobs=NAME,... limits
			                      the settings that are tried.
			  grid                Measure every combination of clients, simulated delay and codec.
			  service             Start hello-service. --spring.profiles.active=PROFILE selects its settings.

			Results
			  diff A B            Compare two results. With --fail-on-regression, exit with 2 if B is worse.
			  report FOLDER       Draw the report of compare, knee or tune again.

			Other
			  java-home           Print the folder of the JDK in use.
			  help                Print this text.

			Options
			  --quiet             Print only errors to standard error. Short for --load.quiet=true.
			  --format=FORMAT     Output format: table, qps, grid, json or csv. Short for --load.format.
			  --slo=SLO           Short for --search.slo.
			  --knobs=NAME,...    Short for --tune.knobs.

			Exit codes
			  0    Success.
			  1    Bad input, or the server does not have the method.
			  2    A threshold of load.thresholds does not hold, or diff found a regression.
			  3    The run failed: no call was answered, load.timeout passed, or the server was lost. For knee and tune:
			       the objective held at no rate.
			  130  Interrupted by Ctrl-C.

			Experiments (--experiment=NAME; --experiment.scale=0.2 makes one shorter)
			%s

			compare starts a new server for each run. With experiment.server.mode=retune it changes the settings of one
			server between runs. With attach it does so at a server that runs already, and restores its settings at the end.
			knee and tune use the service as it is configured, or the variants of the experiment that --experiment names.

			Properties
			Set a property on the command line (--load.burst.count=10), in the environment (LOAD_BURST_COUNT=10), in an
			experiment file or in application.yml. The first of these that sets it wins. The load of a workload or a variant
			wins over all of them.
			""";

	@Override
	public CommandName name() {
		return CommandName.HELP;
	}

	@Override
	public int execute(List<String> files) throws IOException {
		System.out.println(USAGE.formatted(BuiltInExperiments.NAMES.stream()
			.map((name) -> "  %-11s %s".formatted(name, BuiltInExperiments.description(name)))
			.collect(Collectors.joining("\n"))));
		PropertyMetadata.ofLoadClient().forEach((property) -> System.out.println(text(property)));
		return ExitCode.OK;
	}

	private static String text(PropertyMetadata property) {
		String defaultValue = (property.defaultValue() != null)
				? " = " + property.defaultValue().toString().replace("\"", "") : "";
		// The description is Javadoc, with its entities.
		return "  " + property.name() + defaultValue + "\n      "
				+ HtmlUtils.htmlUnescape(String.valueOf(property.description())) + choices(property.type());
	}

	private static String choices(String type) {
		if (!ClassUtils.isPresent(type, null)) {
			return "";
		}
		Object[] constants = ClassUtils.resolveClassName(type, null).getEnumConstants();
		return (constants != null) ? Arrays.stream(constants)
			.map((constant) -> ResultFile.kebab((Enum<?>) constant))
			.collect(Collectors.joining(", ", " (one of ", ")")) : "";
	}

}
