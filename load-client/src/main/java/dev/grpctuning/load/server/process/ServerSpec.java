package dev.grpctuning.load.server.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How a server under test is started.
 *
 * @param profile Spring profile, or {@code null} for the application's default
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
