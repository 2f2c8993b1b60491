package dev.grpctuning.load.failure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
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
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			ConfigurationProperty property = source.getConfigurationProperty(propertyName);
			if (property != null) {
				return property;
			}
		}
		return null;
	}

	static String inBrackets(@Nullable ConfigurationProperty property) {
		return (property != null) ? inBrackets(property.getOrigin()) : "";
	}

	static String inBrackets(@Nullable Origin origin) {
		return (origin != null) ? " (" + describe(origin) + ")" : "";
	}

	private static String describe(Origin origin) {
		if (origin instanceof TextResourceOrigin text && text.getResource() != null) {
			return text.getResource().getFilename()
					+ ((text.getLocation() != null) ? ":" + (text.getLocation().getLine() + 1) : "");
		}
		if (origin instanceof SystemEnvironmentOrigin variable) {
			return "environment variable " + variable.getProperty();
		}
		if (origin instanceof PropertySourceOrigin nested) {
			return (nested.getOrigin() != null) ? describe(nested.getOrigin())
					: describe(nested.getPropertySource().getName());
		}
		return origin.toString();
	}

	private static String describe(String propertySourceName) {
		return switch (propertySourceName) {
			case "commandLineArgs" -> "command line";
			case "systemProperties" -> "system property";
			default -> propertySourceName;
		};
	}

}
