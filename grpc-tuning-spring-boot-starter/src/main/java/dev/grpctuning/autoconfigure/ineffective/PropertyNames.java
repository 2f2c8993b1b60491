package dev.grpctuning.autoconfigure.ineffective;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/**
 * Names of the properties {@code grpc.tuning.*}, in files and as environment variables.
 */
public final class PropertyNames {

	public static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("grpc.tuning");

	private static final ConfigurationPropertyName ENABLED = ROOT.append("enabled");

	/** Properties of the console, which refuses unknown ones in files itself. */
	private static final ConfigurationPropertyName CONSOLE = ROOT.append("console");

	/** Kubernetes sets such variables for a service that is named grpc-tuning. */
	private static final Pattern OF_KUBERNETES = Pattern
		.compile(".*_(SERVICE_(HOST|PORT).*|PORT(_\\d+_(TCP|UDP|SCTP).*)?)");

	/** All names but the presets of the console, those of lists also of an element. */
	private static final Set<String> ALL = Stream
		.concat(Stream
			.of("enabled", "state-file", "objective.p99", "objective.errors", "objective.methods[0].method",
					"objective.methods[0].p99", "autopilot.mode", "autopilot.bounds", "autopilot.bounds[0]",
					"autopilot.quiet", "autopilot.max-time", "autopilot.max-outside", "autopilot.max-experiment",
					"console.enabled", "console.max-viewers")
			.map(Knob.PREFIX::concat), Knobs.all().stream().flatMap(PropertyNames::names))
		.collect(Collectors.toUnmodifiableSet());

	private PropertyNames() {
	}

	private static Stream<String> names(Knob<?> knob) {
		String element = knob.property() + "[0]";
		return knob.isList()
				? Stream.concat(Stream.of(knob.property(), element),
						knob.elementProperties().stream().map((part) -> element + "." + part))
				: Stream.of(knob.property());
	}

	/** Whether a property of the server has this name. */
	public static boolean isKnown(ConfigurationPropertyName name) {
		return ALL.contains(name.toString().replaceAll("\\[\\d+]", "[0]"));
	}

	public static boolean isOfConsole(ConfigurationPropertyName name) {
		return CONSOLE.isAncestorOf(name);
	}

	/** Whether a property of the server is set, even an unknown one. */
	static boolean isServerTuned(ConfigurableEnvironment environment) {
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource names
					&& names.stream().anyMatch(PropertyNames::isOfServer)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isOfServer(ConfigurationPropertyName name) {
		return ROOT.isAncestorOf(name) && !name.equals(ENABLED) && !CONSOLE.isAncestorOf(name)
				&& !OF_KUBERNETES.matcher(variable(name.toString())).matches();
	}

	/**
	 * Finds environment variables that look like properties but are not. Spring Boot
	 * refuses unknown names only in files.
	 */
	static List<String> unknownVariables(ConfigurableEnvironment environment) {
		Set<String> known = ALL.stream()
			.flatMap((name) -> Stream.of(variable(name), variable(name.replace("-", ""))))
			.collect(Collectors.toSet());
		return environment.getPropertySources()
			.stream()
			.filter(SystemEnvironmentPropertySource.class::isInstance)
			.flatMap((source) -> Arrays.stream(((SystemEnvironmentPropertySource) source).getPropertyNames()))
			.filter((name) -> isUnknown(variable(name), known))
			.sorted()
			.toList();
	}

	private static boolean isUnknown(String variable, Set<String> known) {
		return variable.startsWith("GRPC_TUNING_") && !variable.startsWith("GRPC_TUNING_CONSOLE_PRESETS_")
				&& !known.contains(variable.replaceAll("_\\d+(?=_|$)", "_0"))
				&& !OF_KUBERNETES.matcher(variable).matches();
	}

	/** Spring Boot reads {@code a.b-c} from {@code A_B_C}, and from {@code A_BC}. */
	private static String variable(String name) {
		return name.toUpperCase(Locale.ROOT).replaceAll("[.\\[-]", "_").replace("]", "");
	}

}
