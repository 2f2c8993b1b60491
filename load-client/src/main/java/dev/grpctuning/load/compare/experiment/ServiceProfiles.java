package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.util.StringUtils;

import dev.grpctuning.load.service.ApplicationFile;
import dev.grpctuning.load.template.Templates;

/**
 * The Spring profiles for which a service has properties in its jar. With a profile that
 * is misspelt it starts as if there were none, without a message.
 */
public final class ServiceProfiles {

	private static final ConfigurationPropertyName ON_PROFILE = ConfigurationPropertyName
		.of("spring.config.activate.on-profile");

	private static final ConfigurationPropertyName GROUPS = ConfigurationPropertyName.of("spring.profiles.group");

	private static final String OPERATORS = "[\\s!&|(),]+";

	private ServiceProfiles() {
	}

	public static List<String> hints(List<Variant> variants, Path jar) {
		Map<String, Set<String>> users = new LinkedHashMap<>();
		variants.stream()
			.filter((variant) -> StringUtils.hasText(variant.profile()))
			.forEach((variant) -> users
				.computeIfAbsent(String.valueOf(variant.profile()), (profile) -> new LinkedHashSet<>())
				.add(variant.name()));
		Set<String> known = users.isEmpty() ? null : of(jar).orElse(null);
		List<String> hints = new ArrayList<>();
		users.forEach((profiles, by) -> {
			String unknown = Stream.of(StringUtils.commaDelimitedListToStringArray(profiles))
				.map(String::strip)
				.filter((profile) -> !profile.isEmpty() && known != null && !known.contains(profile))
				.collect(Collectors.joining(", "));
			if (known != null && !unknown.isEmpty()) {
				hints.add(Templates.text("unknown-profile",
						new Hint(by, by.size() != 1, String.valueOf(jar.getFileName()), unknown, known)));
			}
		});
		return hints;
	}

	static Optional<Set<String>> of(Path jar) {
		Set<String> names = new TreeSet<>();
		try (JarFile file = new JarFile(jar.toFile())) {
			if (!ApplicationFile.isExecutable(file)) {
				return Optional.empty();
			}
			for (ApplicationFile each : ApplicationFile.allIn(file)) {
				if (each.profile() != null) {
					names.add(each.profile());
				}
				each.documents()
					.forEach((document) -> document
						.forEach((name) -> add(name, document.getConfigurationProperty(name), names)));
			}
			return Optional.of(names);
		}
		catch (IOException | RuntimeException ex) {
			// The service reports what is wrong with it when it is started.
			return Optional.empty();
		}
	}

	private static void add(ConfigurationPropertyName name, @Nullable ConfigurationProperty property,
			Set<String> names) {
		if (GROUPS.isAncestorOf(name)) {
			names.add(name.getElement(GROUPS.getNumberOfElements(), Form.ORIGINAL));
		}
		else if (property != null && (ON_PROFILE.equals(name) || ON_PROFILE.isParentOf(name))) {
			Stream.of(String.valueOf(property.getValue()).split(OPERATORS))
				.filter((word) -> !word.isEmpty())
				.forEach(names::add);
		}
	}

	private record Hint(Set<String> variants, boolean several, String jar, String profile, Set<String> known) {
	}

}
