package dev.grpctuning.load.service;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/**
 * A configuration file in the jar of a Spring Boot application.
 *
 * @param profile profile in the name of the file
 * @param documents properties of its documents, whichever profile they are for
 */
public record ApplicationFile(@Nullable String profile, List<IterableConfigurationPropertySource> documents) {

	/** Folder of the application's own classes in an executable jar. */
	public static final String CLASSES = "BOOT-INF/classes/";

	private static final Pattern NAME = Pattern
		.compile("(?:config/)?application(?:-(?<profile>.+))?\\.(?<type>yml|yaml|properties)");

	/** Returns the files of a jar. Throws any exception if one cannot be read. */
	public static List<ApplicationFile> allIn(JarFile jar) throws IOException {
		String folder = isExecutable(jar) ? CLASSES : "";
		List<ApplicationFile> files = new ArrayList<>();
		for (JarEntry entry : jar.stream().filter((each) -> each.getName().startsWith(folder)).toList()) {
			Matcher name = NAME.matcher(entry.getName().substring(folder.length()));
			if (name.matches()) {
				try (InputStream content = jar.getInputStream(entry)) {
					PropertySourceLoader loader = name.group("type").equals("properties")
							? new PropertiesPropertySourceLoader() : new YamlPropertySourceLoader();
					files.add(new ApplicationFile(name.group("profile"), documents(loader, content.readAllBytes())));
				}
			}
		}
		return files;
	}

	/** Whether Spring Boot has packaged the jar. */
	public static boolean isExecutable(JarFile jar) {
		return jar.stream().anyMatch((entry) -> entry.getName().startsWith(CLASSES));
	}

	static List<IterableConfigurationPropertySource> documents(PropertySourceLoader loader, byte[] content)
			throws IOException {
		List<IterableConfigurationPropertySource> documents = new ArrayList<>();
		for (PropertySource<?> document : loader.load("service", new ByteArrayResource(content))) {
			if (ConfigurationPropertySource.from(document) instanceof IterableConfigurationPropertySource source) {
				documents.add(source);
			}
		}
		return documents;
	}

}
