package dev.grpctuning.load.service;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.UsageException;

/**
 * A file in the jar of a service. It names the properties for the service's address and
 * ports.
 *
 * @param grpcPort property with the port of the gRPC server
 * @param grpcAddress property with its address
 * @param actuatorPort property with the port of the actuator
 * @param actuatorAddress property with its address
 * @param actuatorPath path of the actuator itself
 */
record ListenFile(String grpcPort, @Nullable String grpcAddress, @Nullable String actuatorPort,
		@Nullable String actuatorAddress, @Nullable String actuatorPath) {

	static final String NAME = "META-INF/grpc-tuning-lab.properties";

	private static final List<String> KEYS = List.of("actuator.address", "actuator.path", "actuator.port",
			"grpc.address", "grpc.port");

	static Optional<ListenFile> find(JarFile jar) throws IOException {
		JarEntry entry = jar.getJarEntry(ApplicationFile.CLASSES + NAME);
		if (entry == null) {
			entry = jar.getJarEntry(NAME);
		}
		if (entry == null) {
			return Optional.empty();
		}
		Properties content = new Properties();
		try (Reader reader = new InputStreamReader(jar.getInputStream(entry), StandardCharsets.UTF_8)) {
			content.load(reader);
		}
		catch (IllegalArgumentException ex) {
			throw new UsageException(
					"%s!/%s: it is not a properties file (%s).".formatted(jar.getName(), NAME, ex.getMessage()), ex);
		}
		Set<String> unknown = new TreeSet<>(content.stringPropertyNames());
		unknown.removeAll(KEYS);
		if (!unknown.isEmpty()) {
			throw new UsageException("%s!/%s: %s is not known; use %s.".formatted(jar.getName(), NAME,
					unknown.iterator().next(), String.join(", ", KEYS)));
		}
		String grpcPort = value(content, "grpc.port");
		if (grpcPort == null) {
			throw new UsageException(
					"%s!/%s: grpc.port is missing; name the property that sets the port of the gRPC server."
						.formatted(jar.getName(), NAME));
		}
		return Optional.of(new ListenFile(grpcPort, value(content, "grpc.address"), value(content, "actuator.port"),
				value(content, "actuator.address"), value(content, "actuator.path")));
	}

	private static @Nullable String value(Properties content, String key) {
		String value = content.getProperty(key, "").strip();
		return value.isEmpty() ? null : value;
	}

}
