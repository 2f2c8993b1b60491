package dev.grpctuning.load;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Collectors;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.HtmlUtils;

import dev.grpctuning.load.report.ResultFile;

/**
 * Prints what the client can do and every property it knows, from the metadata that the
 * build makes of them.
 */
@Component
class HelpCommand implements Command {

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	private static final String USAGE = """
			./lab [compare] [--experiment=NAME|FILE] [--name=value ...] compare variants of a server
			./lab run [--load.target=host:port] [--name=value ...]   drive load at a running server
			./lab drive [--load.target=host:port] [--name=value ...] the same without an end, until Ctrl-C; load.model=open
			                                                         and load.drain=5s unless set; actuator on 127.0.0.1:8082
			./lab serve [--load.target=host:port] [--name=value ...] wait for plans, posted as JSON to /actuator/load on
			                                                         127.0.0.1:8082, and drive one at a time
			./lab grid [--name=value ...]                            clients x simulated delay x codecs, at a server of its own
			./lab knee --slo='p99 < 10ms' [--name=value ...]         the highest rate at which that holds, per variant
			./lab tune --slo='p99 < 10ms' [--knobs=NAME,...] [...]   knobs with which it holds at a higher rate, each with its evidence
			./lab merge FILE... [--load.output=FILE]                 add up what several clients measured
			./lab report FOLDER                                      draw the report of compare, knee or tune again
			./lab diff A B [--gate]                                  what differs in two results, and whether B is worse;
			                                                         with --gate the exit code is 2 then, or when a
			                                                         variant of A has no figures in B
			./lab service [--spring.profiles.active=PROFILE] [...]   start the hello service
			./lab java-home                                          print the folder of the JDK that it uses
			./lab help                                               print this

			--quiet and --format=table|qps|grid|json|csv are short for --load.quiet=true and --load.format. The exit code is 0 when
			all went well, 1 for bad input and a method that the server lacks, 2 when one of load.gates does not hold, 3 when
			the run itself failed: no call was answered, load.timeout was over, or the server has gone or stopped answering; of
			knee and tune, when the objective held at no rate. 130 is Ctrl-C.

			knee and tune try the service as it is configured (--experiment.server.jar=JAR), or the variants of the file that
			--experiment=FILE names; tune starts from the baseline of these. --slo is short for --search.slo, --knobs for --tune.knobs.

			compare starts a fresh server for each run. experiment.server.mode=retune changes one server between runs, and
			attach one that runs already (address, actuator, user, password), which gets back what it had.

			compare runs the built-in experiment "classic" unless a file or another one is named; --experiment.scale=0.2
			makes any of them shorter:
			%s
			Each property below can be set in application.yml, in an experiment file, in the environment
			(LOAD_TURNS_COUNT=10) or on the command line (--load.turns.count=10); the later wins, but the experiment file loses
			to the environment, and the load of a workload or of a variant wins over all.
			""";

	@Override
	public String name() {
		return "help";
	}

	@Override
	public int execute(List<String> files) throws IOException {
		System.out.println(USAGE.formatted(BuiltInExperiments.NAMES.stream()
			.map((name) -> "  %-11s %s".formatted(name, BuiltInExperiments.description(name)))
			.collect(Collectors.joining("\n"))));
		for (Property property : properties()) {
			System.out.println(property.line());
		}
		return ExitCode.OK;
	}

	private static List<Property> properties() throws IOException {
		List<Property> properties = new ArrayList<>();
		Enumeration<URL> files = HelpCommand.class.getClassLoader().getResources(METADATA);
		while (files.hasMoreElements()) {
			try (Reader reader = new InputStreamReader(files.nextElement().openStream(), StandardCharsets.UTF_8)) {
				properties.addAll(new Gson().fromJson(reader, Metadata.class).properties());
			}
		}
		return properties.stream()
			.filter((property) -> property.name().matches("(load|experiment|grid|search|tune)(\\..*)?"))
			.sorted(Comparator.comparing(Property::name))
			.toList();
	}

	private record Metadata(List<Property> properties) {
	}

	private record Property(String name, String type, @Nullable String description,
			@Nullable JsonElement defaultValue) {

		String line() {
			String text = (this.defaultValue != null)
					? this.name + " = " + this.defaultValue.toString().replace("\"", "") : this.name;
			// The description is the property's Javadoc, as it is written.
			return "  " + text + "\n      " + HtmlUtils.htmlUnescape(String.valueOf(this.description)) + choices();
		}

		private String choices() {
			if (!ClassUtils.isPresent(this.type, null)) {
				return "";
			}
			Object[] constants = ClassUtils.resolveClassName(this.type, null).getEnumConstants();
			if (constants == null) {
				return "";
			}
			return Arrays.stream(constants)
				.map((constant) -> ResultFile.kebab((Enum<?>) constant))
				.collect(Collectors.joining(", ", " (one of ", ")"));
		}

	}

}
