package dev.grpctuning.load.app;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.HtmlUtils;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.compare.experiment.BuiltInExperiments;
import dev.grpctuning.load.config.PropertyMetadata;
import dev.grpctuning.load.template.Templates;

/** Prints the commands, the built-in experiments and all properties. */
@Component("help")
class HelpCommand implements Command {

	@Override
	public int execute(List<String> files) throws IOException {
		List<String> experiments = BuiltInExperiments.NAMES.stream()
			.map((name) -> "%-11s %s".formatted(name, BuiltInExperiments.description(name)))
			.toList();
		List<Property> properties = PropertyMetadata.ofLoadClient().stream().map(Property::of).toList();
		System.out.println(Templates.text("help", new View(experiments, properties)));
		return ExitCode.OK;
	}

	private record View(List<String> experiments, List<Property> properties) {
	}

	private record Property(String name, @Nullable String defaultValue, String description, @Nullable String choices) {

		private static Property of(PropertyMetadata metadata) {
			// The description is Javadoc, with its entities.
			return new Property(metadata.name(),
					(metadata.defaultValue() != null) ? metadata.defaultValue().toString().replace("\"", "") : null,
					HtmlUtils.htmlUnescape(String.valueOf(metadata.description())), choices(metadata.type()));
		}

		private static @Nullable String choices(String type) {
			Object[] constants = ClassUtils.isPresent(type, null)
					? ClassUtils.resolveClassName(type, null).getEnumConstants() : null;
			return (constants != null) ? Arrays.stream(constants)
				.map((constant) -> Templates.kebab((Enum<?>) constant))
				.collect(Collectors.joining(", ")) : null;
		}

	}

}
