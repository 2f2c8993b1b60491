package dev.grpctuning.load.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.PropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses keys of {@code load.metadata} that Spring Boot would change: it drops the
 * characters that names of properties do not have.
 */
public final class MetadataKeys {

	private static final Pattern NAME = Pattern.compile("((?:.*\\.)?load\\.metadata)(?:\\.?\\[(.*)]|\\.(.*))",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private MetadataKeys() {
	}

	/** Checks the names in files, in options and in system properties. */
	public static void check(PropertySources sources) {
		for (PropertySource<?> source : sources) {
			if (source instanceof EnumerablePropertySource<?> named
					&& !(source instanceof SystemEnvironmentPropertySource)
					&& !ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)) {
				for (String name : named.getPropertyNames()) {
					check(name, named);
				}
			}
		}
	}

	private static void check(String name, PropertySource<?> source) {
		Matcher parts = NAME.matcher(name);
		if (!parts.matches()) {
			return;
		}
		String key = (parts.group(2) != null) ? parts.group(2) : parts.group(3);
		ConfigurationPropertyName read = ConfigurationPropertyName.adapt(name, '.');
		String changed = IntStream
			.range(ConfigurationPropertyName.adapt(parts.group(1), '.').getNumberOfElements(),
					read.getNumberOfElements())
			.mapToObj((index) -> read.getElement(index, Form.ORIGINAL))
			.collect(Collectors.joining("."));
		PropertyCheck.that(changed.equals(key), name, source.getProperty(name),
				"The key must be of letters, digits, '-', '_' and single dots, or in brackets, as load.metadata[KEY]; write one value per line.");
	}

}
