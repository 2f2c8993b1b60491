package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import com.google.gson.JsonParseException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.util.StringUtils;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.service.ApplicationFile;
import dev.grpctuning.load.service.ListenProperties;
import dev.grpctuning.load.template.Templates;

/** The executable jar of a service: whether it is one, its knobs and its profiles. */
public final class ServiceJar {

	private static final String STARTER = "BOOT-INF/lib/grpc-tuning-spring-boot-starter-.*\\.jar";

	private static final String PREFIX = "grpc.tuning.";

	/**
	 * They are no settings of the server. With enabled=false there is nothing to tune.
	 */
	private static final String NO_KNOBS = "enabled|state-file|objective\\..*|autopilot\\..*";

	private static final ConfigurationPropertyName ON_PROFILE = ConfigurationPropertyName
		.of("spring.config.activate.on-profile");

	private static final ConfigurationPropertyName GROUPS = ConfigurationPropertyName.of("spring.profiles.group");

	private static final String OPERATORS = "[\\s!&|(),]+";

	private ServiceJar() {
	}

	/** Returns the jar's absolute path, or throws what is wrong with it. */
	public static Path of(String name, Path jar) {
		String wrong = !Files.exists(jar) ? "there is no such file" : !Files.isRegularFile(jar) ? "it is not a file"
				: !Files.isReadable(jar) ? "it cannot be read" : wrong(jar);
		if (wrong != null) {
			throw new UsageException(
					"%s: %s: %s; name an executable jar with the service to compare.".formatted(name, jar, wrong));
		}
		ListenProperties.check(name, jar);
		return jar.toAbsolutePath();
	}

	private static @Nullable String wrong(Path jar) {
		try (JarFile file = new JarFile(jar.toFile())) {
			Manifest manifest = file.getManifest();
			return (manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null)
					? "its manifest names no main class" : null;
		}
		catch (IOException ex) {
			return "it is not a jar";
		}
	}

	/** The knobs of a service, from the metadata in its jar, to refuse others early. */
	public static Set<String> knobs(Path jar) {
		Set<String> names = new TreeSet<>();
		try (JarFile file = new JarFile(jar.toFile())) {
			for (JarEntry entry : file.stream().toList()) {
				try (InputStream content = file.getInputStream(entry)) {
					if (entry.getName().endsWith(PropertyMetadata.FILE)) {
						addKnobs(content, names);
					}
					else if (entry.getName().matches(STARTER)) {
						try (ZipInputStream nested = new ZipInputStream(content)) {
							ZipEntry inside = nested.getNextEntry();
							while (inside != null && !inside.getName().equals(PropertyMetadata.FILE)) {
								inside = nested.getNextEntry();
							}
							if (inside != null) {
								addKnobs(nested, names);
							}
						}
					}
				}
			}
		}
		catch (IOException | JsonParseException ex) {
			throw new UsageException("experiment.server.jar: %s cannot be read (%s); name an executable jar."
				.formatted(jar, ex.getMessage()), ex);
		}
		if (names.isEmpty()) {
			throw new UsageException(
					"experiment.server.jar: %s has no grpc-tuning-spring-boot-starter in it, so there are no knobs; add it to the service."
						.formatted(jar));
		}
		return names;
	}

	private static void addKnobs(InputStream content, Set<String> names) {
		PropertyMetadata.read(content)
			.stream()
			.map(PropertyMetadata::name)
			.filter((name) -> name.startsWith(PREFIX) && !name.substring(PREFIX.length()).matches(NO_KNOBS))
			.forEach((name) -> names.add(name.substring(PREFIX.length())));
	}

	/**
	 * Names the variants' Spring profiles for which the service has no properties in its
	 * jar. With a profile that is misspelt it starts as if there were none, without a
	 * message.
	 */
	public static List<String> hints(List<Variant> variants, Path jar) {
		Map<String, Set<String>> users = new LinkedHashMap<>();
		variants.stream()
			.filter((variant) -> StringUtils.hasText(variant.profile()))
			.forEach((variant) -> users
				.computeIfAbsent(String.valueOf(variant.profile()), (profile) -> new LinkedHashSet<>())
				.add(variant.name()));
		Set<String> known = users.isEmpty() ? null : profiles(jar).orElse(null);
		List<String> hints = new ArrayList<>();
		users.forEach((profiles, by) -> {
			String unknown = Stream.of(StringUtils.commaDelimitedListToStringArray(profiles))
				.map(String::strip)
				.filter((profile) -> !profile.isEmpty() && known != null && !known.contains(profile))
				.collect(Collectors.joining(", "));
			if (known != null && !unknown.isEmpty()) {
				hints.add(Templates.text("unknown-profile", Map.of("variants", by, "several", by.size() != 1, "jar",
						String.valueOf(jar.getFileName()), "profile", unknown, "known", known)));
			}
		});
		return hints;
	}

	/** The profiles for which the service has properties, if that can be read. */
	static Optional<Set<String>> profiles(Path jar) {
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
						.forEach((name) -> addProfiles(name, document.getConfigurationProperty(name), names)));
			}
			return Optional.of(names);
		}
		catch (IOException | RuntimeException ex) {
			// The service reports what is wrong with it when it is started.
			return Optional.empty();
		}
	}

	private static void addProfiles(ConfigurationPropertyName name, @Nullable ConfigurationProperty property,
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

}
