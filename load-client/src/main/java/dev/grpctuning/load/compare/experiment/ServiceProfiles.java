package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.StringUtils;

import dev.grpctuning.load.template.Templates;

/**
 * The Spring profiles for which a service has properties in its jar. With a profile that
 * is misspelt it starts as if there were none, without a message.
 */
public final class ServiceProfiles {

	private static final String CLASSES = "BOOT-INF/classes/";

	private static final Pattern FILE = Pattern
		.compile(CLASSES + "(?:config/)?application(?:-(?<profile>.+))?\\.(?<type>yml|yaml|properties)");

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
		boolean layout = false;
		try (JarFile file = new JarFile(jar.toFile())) {
			for (JarEntry entry : file.stream().toList()) {
				layout |= entry.getName().startsWith(CLASSES);
				Matcher matcher = FILE.matcher(entry.getName());
				if (matcher.matches()) {
					if (matcher.group("profile") != null) {
						names.add(matcher.group("profile"));
					}
					try (InputStream content = file.getInputStream(entry)) {
						add(content.readAllBytes(), matcher.group("type"), names);
					}
				}
			}
		}
		catch (IOException | RuntimeException ex) {
			// The service reports what is wrong with it when it is started.
			return Optional.empty();
		}
		return layout ? Optional.of(names) : Optional.empty();
	}

	private static void add(byte[] content, String type, Set<String> names) throws IOException {
		PropertySourceLoader loader = type.equals("properties") ? new PropertiesPropertySourceLoader()
				: new YamlPropertySourceLoader();
		for (PropertySource<?> document : loader.load("service", new ByteArrayResource(content))) {
			if (ConfigurationPropertySource.from(document) instanceof IterableConfigurationPropertySource source) {
				source.forEach((name) -> add(name, source.getConfigurationProperty(name), names));
			}
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
