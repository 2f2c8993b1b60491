package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.error.YAMLException;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.failure.UsageException;

/**
 * Makes the experiment that {@code --experiment} names part of the environment: a file,
 * or one of the built-in ones. Its {@code load.*} and {@code experiment.*} come before
 * those of application.yml and after the command line and the environment variables, so
 * that one value of an experiment can be changed for a single run.
 */
public class ExperimentFile implements EnvironmentPostProcessor, Ordered {

	static final String PROPERTY = "experiment";

	private static final String SOURCE = "experiment ";

	private static final String PROPERTIES = "(load|experiment|search|tune|grpc\\.client)[.\\[].*";

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		// Arguments of the command follow it, each after a comma.
		String word = environment.getProperty("nonOptionArgs", CommandName.COMPARE.toString()).split(",", 2)[0];
		CommandName command = CommandName.find(word).orElse(CommandName.HELP);
		boolean compare = command == CommandName.COMPARE;
		String name = environment.getProperty(PROPERTY, compare ? BuiltInExperiments.CLASSIC : "");
		if (!compare && (name.isEmpty() || !(command.searches() || command == CommandName.AB))) {
			return;
		}
		MutablePropertySources sources = environment.getPropertySources();
		for (PropertySource<?> source : load(name)) {
			sources.addAfter(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, source);
		}
	}

	/** Refuses a property unless an experiment's file sets it. */
	public static void refuseOutside(ConfigurableEnvironment environment, String name, String reason) {
		List<PropertySource<?>> others = environment.getPropertySources()
			.stream()
			.filter((source) -> !source.getName().startsWith(SOURCE))
			.toList();
		PropertyCheck.refuse(new Binder(ConfigurationPropertySources.from(others)), name, reason);
	}

	private static List<PropertySource<?>> load(String name) {
		Resource resource = resource(name);
		if (resource == null) {
			throw new UsageException("--experiment=%s: there is no such file, and the built-in experiments are %s."
				.formatted(name, String.join(", ", BuiltInExperiments.NAMES)));
		}
		try {
			List<PropertySource<?>> sources = new YamlPropertySourceLoader().load(SOURCE + name, resource);
			check(name, sources);
			return sources;
		}
		catch (IOException | YAMLException ex) {
			throw new UsageException("--experiment=%s: cannot be read (%s); correct the file.".formatted(name,
					String.valueOf(ex.getMessage()).strip().replaceAll("\\s+", " ")), ex);
		}
	}

	private static void check(String name, List<PropertySource<?>> sources) {
		boolean experiment = false;
		for (PropertySource<?> source : sources) {
			for (String property : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
				if (!property.matches(PROPERTIES)) {
					throw new UsageException(
							"--experiment=%s%s: %s is not a property of an experiment; use load.*, experiment.*, search.*, tune.* and grpc.client.*."
								.formatted(name, line(source, property), property));
				}
				experiment |= property.startsWith(PROPERTY + ".");
			}
		}
		if (!experiment) {
			throw new UsageException(
					"--experiment=%s: the file has no experiment; set experiment.name and experiment.variants."
						.formatted(name));
		}
	}

	private static String line(PropertySource<?> source, String property) {
		return (OriginLookup.getOrigin(source, property) instanceof TextResourceOrigin origin
				&& origin.getLocation() != null) ? ":" + (origin.getLocation().getLine() + 1) : "";
	}

	private static @Nullable Resource resource(String name) {
		if (Files.isRegularFile(Path.of(name))) {
			if (!name.endsWith(".yml") && !name.endsWith(".yaml")) {
				throw new UsageException(
						"--experiment=%s: must be a YAML file; name it .yml or .yaml.".formatted(name));
			}
			return new FileSystemResource(name);
		}
		return BuiltInExperiments.find(name);
	}

	/** The built-in experiments, each in a file like those of users. */
	public static final class BuiltInExperiments {

		static final String CLASSIC = "classic";

		public static final List<String> NAMES = List.of(CLASSIC, "demo", "executors", "transports", "windows",
				"codecs", "gc", "limits", "recovery");

		private BuiltInExperiments() {
		}

		static @Nullable Resource find(String name) {
			return NAMES.contains(name) ? file(name) : null;
		}

		private static Resource file(String name) {
			return new ClassPathResource("experiments/" + name + ".yml");
		}

		public static String description(String name) {
			try {
				return new YamlPropertySourceLoader().load(name, file(name))
					.stream()
					.map((document) -> String.valueOf(document.getProperty("experiment.description")))
					.findFirst()
					.orElseThrow();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
