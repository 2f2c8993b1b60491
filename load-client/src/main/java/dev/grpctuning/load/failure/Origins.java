package dev.grpctuning.load.failure;

import java.util.Objects;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.Environment;

/**
 * Describes in a few words where a property was set.
 */
final class Origins {

	private Origins() {
	}

	static @Nullable ConfigurationProperty find(@Nullable Environment environment, String name) {
		if (environment == null || !ConfigurationPropertyName.isValid(name)) {
			return null;
		}
		ConfigurationPropertyName propertyName = ConfigurationPropertyName.of(name);
		return StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
			.map((source) -> source.getConfigurationProperty(propertyName))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	static String inBrackets(@Nullable ConfigurationProperty property) {
		return (property != null && property.getOrigin() != null) ? " (" + describe(property.getOrigin()) + ")" : "";
	}

	private static String describe(Origin origin) {
		if (origin instanceof TextResourceOrigin text && text.getResource() != null) {
			return text.getResource().getFilename()
					+ ((text.getLocation() != null) ? ":" + (text.getLocation().getLine() + 1) : "");
		}
		if (origin instanceof SystemEnvironmentOrigin variable) {
			return "environment variable " + variable.getProperty();
		}
		if (!(origin instanceof PropertySourceOrigin nested)) {
			return origin.toString();
		}
		return (nested.getOrigin() != null) ? describe(nested.getOrigin())
				: switch (nested.getPropertySource().getName()) {
					case "commandLineArgs" -> "command line";
					case "systemProperties" -> "system property";
					default -> nested.getPropertySource().getName();
				};
	}

}
