package dev.grpctuning.load.server;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How a server under test is started.
 *
 * @param jar executable jar of a Spring Boot application with net.devh's server starter
 * and the Prometheus actuator endpoint
 * @param javaHome JDK or JRE that runs it
 * @param profile Spring profile, or {@code null} for the application's default
 * @param jvmOptions options of its JVM
 * @param properties its properties, by full name
 * @param directory where its logs go
 */
public record ServerSpec(Path jar, Path javaHome, @Nullable String profile, List<String> jvmOptions,
		Map<String, String> properties, Path directory) {

	public ServerSpec {
		jvmOptions = List.copyOf(jvmOptions);
		properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
	}

	/**
	 * Version of the Java runtime, as the folder's file {@code release} says.
	 * @return the version, or {@code null} if there is no such file
	 */
	public @Nullable String javaVersion() {
		return JavaHome.version(this.javaHome).orElse(null);
	}

}
