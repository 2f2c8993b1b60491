package dev.grpctuning.load.config;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
 * characters that names of properties do not have, and hyphens where it compares names.
 */
public final class MetadataKeys {

	private static final Pattern NAME = Pattern.compile("((?:.*\\.)?load\\.metadata)(?:\\.?\\[(.*)]|\\.(.*))",
			Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

	private MetadataKeys() {
	}

	/** Checks the names in files, in options and in system properties. */
	public static void check(PropertySources sources) {
		Map<Object, Known> known = new HashMap<>();
		for (PropertySource<?> source : sources) {
			if (source instanceof EnumerablePropertySource<?> named
					&& !(source instanceof SystemEnvironmentPropertySource)
					&& !ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)) {
				for (String name : named.getPropertyNames()) {
					check(name, named, known);
				}
			}
		}
	}

	private static void check(String name, PropertySource<?> source, Map<Object, Known> known) {
		Matcher parts = NAME.matcher(name);
		if (!parts.matches()) {
			return;
		}
		String key = (parts.group(2) != null) ? parts.group(2) : parts.group(3);
		ConfigurationPropertyName read = ConfigurationPropertyName.adapt(name, '.');
		int prefix = ConfigurationPropertyName.adapt(parts.group(1), '.').getNumberOfElements();
		String changed = IntStream.range(prefix, read.getNumberOfElements())
			.mapToObj((index) -> read.getElement(index, Form.ORIGINAL))
			.collect(Collectors.joining("."));
		PropertyCheck.that(changed.equals(key), name, source.getProperty(name),
				"The key must be of letters, digits, '-', '_' and single dots, or in brackets, as load.metadata[KEY]; write one value per line.");
		for (Object identity : List.of(read, parts.group(1) + key.toLowerCase(Locale.ROOT))) {
			Known same = known.putIfAbsent(identity, new Known(key, source));
			boolean overridden = same != null && same.source != source && same.key.equalsIgnoreCase(key);
			PropertyCheck.that(same == null || overridden, name, source.getProperty(name),
					"The key must not be set together with %s, which differs by case, hyphens or brackets alone; write both in brackets, as load.metadata[KEY]."
						.formatted((same != null) ? same.key : ""));
		}
	}

	private record Known(String key, PropertySource<?> source) {
	}

}
