package dev.grpctuning.autoconfigure.ineffective;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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

	private PropertyNames() {
	}

	/** Whether a property of the server has this name. */
	public static boolean isKnown(ConfigurationPropertyName name) {
		ConfigurationPropertyName first = ConfigurationPropertyName
			.ofIfValid(name.toString().replaceAll("\\[\\d+]", "[0]"));
		return all().map(ConfigurationPropertyName::of).anyMatch((each) -> Objects.equals(each, first));
	}

	public static boolean isOfConsole(ConfigurationPropertyName name) {
		return CONSOLE.isAncestorOf(name);
	}

	/** Such as {@code ; did you mean transport?}, empty if no name is near. */
	public static String hint(ConfigurationPropertyName unknown) {
		return NearestName.hint(withoutRoot(unknown.toString().replaceAll("\\[\\d+]", "[0]")),
				all().map(PropertyNames::withoutRoot).toList());
	}

	private static String withoutRoot(String name) {
		return name.substring(ROOT.toString().length() + 1);
	}

	/**
	 * Names of all properties but the presets of the console, those of lists also of
	 * their first element.
	 */
	private static Stream<String> all() {
		return Stream.concat(Stream.of("enabled", "console.enabled", "console.max-viewers").map(Knob.PREFIX::concat),
				Knobs.all().stream().flatMap((knob) -> {
					String element = knob.property() + "[0]";
					return !knob.isList() ? Stream.of(knob.property())
							: Stream.concat(Stream.of(knob.property(), element),
									knob.elementProperties().stream().map((part) -> element + "." + part));
				}));
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
	 * Describes environment variables that look like properties but are not. Spring Boot
	 * refuses unknown names only in files.
	 */
	static List<String> unknownVariables(ConfigurableEnvironment environment) {
		Set<String> known = all().flatMap((name) -> Stream.of(variable(name), variable(name.replace("-", ""))))
			.collect(Collectors.toCollection(LinkedHashSet::new));
		return environment.getPropertySources()
			.stream()
			.filter(SystemEnvironmentPropertySource.class::isInstance)
			.flatMap((source) -> Arrays.stream(((SystemEnvironmentPropertySource) source).getPropertyNames()))
			.filter((name) -> variable(name).startsWith(variable(ROOT + "."))
					&& !variable(name).startsWith(variable(CONSOLE + ".presets."))
					&& !known.contains(ofFirstElement(name)) && !OF_KUBERNETES.matcher(variable(name)).matches())
			.sorted()
			.map((name) -> "Environment variable %s has no effect, because there is no such property%s".formatted(name,
					NearestName.hint(ofFirstElement(name), known)))
			.toList();
	}

	/** Spring Boot reads {@code a.b-c} from {@code A_B_C}, and from {@code A_BC}. */
	private static String variable(String name) {
		return name.toUpperCase(Locale.ROOT).replaceAll("[.\\[-]", "_").replace("]", "");
	}

	private static String ofFirstElement(String name) {
		return variable(name).replaceAll("_\\d+(?=_|$)", "_0");
	}

}
