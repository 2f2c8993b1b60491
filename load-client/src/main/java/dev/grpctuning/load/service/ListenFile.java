package dev.grpctuning.load.service;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
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

	private static final Set<String> KEYS = Set.of("grpc.port", "grpc.address", "actuator.port", "actuator.address",
			"actuator.path");

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
			throw refusal(jar, "it is not a properties file (%s)".formatted(ex.getMessage()));
		}
		return Optional.of(of(jar, content));
	}

	private static ListenFile of(JarFile jar, Properties content) {
		Set<String> unknown = new TreeSet<>(content.stringPropertyNames());
		unknown.removeAll(KEYS);
		if (!unknown.isEmpty()) {
			throw refusal(jar, "%s is not known; use %s".formatted(unknown.iterator().next(),
					String.join(", ", new TreeSet<>(KEYS))));
		}
		String grpcPort = value(content, "grpc.port");
		if (grpcPort == null) {
			throw refusal(jar, "grpc.port is missing; name the property that sets the port of the gRPC server");
		}
		String actuatorPort = value(content, "actuator.port");
		if (grpcPort.equals((actuatorPort != null) ? actuatorPort : ListenProperties.WEB_PORT)) {
			throw refusal(jar, "grpc.port and actuator.port are both %s; name a property of each".formatted(grpcPort));
		}
		String path = value(content, "actuator.path");
		if (path != null && !path.matches("/[^\\s?#]*[^\\s?#/]")) {
			throw refusal(jar, "actuator.path: \"%s\" is not a path, such as /actuator".formatted(path));
		}
		return new ListenFile(grpcPort, value(content, "grpc.address"), actuatorPort,
				value(content, "actuator.address"), path);
	}

	private static @Nullable String value(Properties content, String key) {
		String value = content.getProperty(key, "").strip();
		return value.isEmpty() ? null : value;
	}

	private static UsageException refusal(JarFile jar, String reason) {
		return new UsageException("%s!/%s: %s.".formatted(jar.getName(), NAME, reason));
	}

}
