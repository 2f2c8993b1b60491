package dev.grpctuning.autoconfigure;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;

/**
 * Says where a property was set, as one would say it to a colleague.
 */
final class PropertyOrigins {

	private PropertyOrigins() {
	}

	static String text(ConfigurationProperty property) {
		Origin origin = property.getOrigin();
		if (origin instanceof PropertySourceOrigin source && source.getOrigin() != null) {
			origin = source.getOrigin();
		}
		if (origin instanceof TextResourceOrigin text && text.getResource() != null && text.getLocation() != null) {
			return "%s:%d:%d".formatted(file(text.getResource()), text.getLocation().getLine() + 1,
					text.getLocation().getColumn() + 1);
		}
		if (origin instanceof SystemEnvironmentOrigin environment) {
			return "environment variable " + environment.getProperty();
		}
		if (origin instanceof PropertySourceOrigin source) {
			return switch (source.getPropertySource().getName()) {
				case CommandLinePropertySource.COMMAND_LINE_PROPERTY_SOURCE_NAME -> "command line";
				case StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME ->
					"system property " + source.getPropertyName();
				default -> source.getPropertySource().getName();
			};
		}
		return String.valueOf((origin != null) ? origin : property.getSource());
	}

	private static String file(Resource resource) {
		String description = resource.getDescription();
		int start = description.indexOf('[');
		int end = description.indexOf(']');
		return (start >= 0 && end > start) ? description.substring(start + 1, end) : description;
	}

}
