package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import com.google.gson.JsonParseException;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;

/** The knobs of a service, from the metadata in its jar, to refuse others early. */
public final class ServiceKnobs {

	private static final String STARTER = "BOOT-INF/lib/grpc-tuning-spring-boot-starter-.*\\.jar";

	private static final String PREFIX = "grpc.tuning.";

	private ServiceKnobs() {
	}

	public static Set<String> of(Path jar) {
		Set<String> names = new TreeSet<>();
		try (JarFile file = new JarFile(jar.toFile())) {
			for (JarEntry entry : file.stream().toList()) {
				if (entry.getName().endsWith(PropertyMetadata.FILE)) {
					try (InputStream content = file.getInputStream(entry)) {
						add(content, names);
					}
				}
				else if (entry.getName().matches(STARTER)) {
					try (ZipInputStream nested = new ZipInputStream(file.getInputStream(entry))) {
						ZipEntry inside = nested.getNextEntry();
						while (inside != null && !inside.getName().equals(PropertyMetadata.FILE)) {
							inside = nested.getNextEntry();
						}
						if (inside != null) {
							add(nested, names);
						}
					}
				}
			}
		}
		catch (IOException | JsonParseException ex) {
			throw new UsageException("experiment.server.jar: %s cannot be read (%s); name an executable jar."
				.formatted(jar, ex.getMessage()), ex);
		}
		// They are no settings of the server. With enabled=false there is nothing to
		// tune.
		names.removeIf((name) -> name.equals("enabled") || name.equals("state-file") || name.startsWith("objective.")
				|| name.startsWith("autopilot."));
		if (names.isEmpty()) {
			throw new UsageException(
					"experiment.server.jar: %s has no grpc-tuning-spring-boot-starter in it, so there are no knobs; add it to the service."
						.formatted(jar));
		}
		return names;
	}

	private static void add(InputStream content, Set<String> names) {
		PropertyMetadata.read(content)
			.stream()
			.map(PropertyMetadata::name)
			.filter((name) -> name.startsWith(PREFIX))
			.forEach((name) -> names.add(name.substring(PREFIX.length())));
	}

}
