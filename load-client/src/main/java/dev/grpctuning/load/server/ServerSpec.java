package dev.grpctuning.load.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import dev.grpctuning.load.service.FastStart;

/** How a server under test is started. */
public record ServerSpec(Path jar, Path javaHome, @Nullable String profile, List<String> jvmOptions,
		Map<String, String> properties, Path directory) {

	/** Only its owner can read the environment of a process. */
	private static final String PROPERTIES = "SPRING_APPLICATION_JSON";

	private static final JsonMapper JSON = new JsonMapper();

	private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {
	};

	private static final String STAGES = "grpc.tuning.stages.sampled-per-second";

	private static final String SHOWN_VALUES = "management.endpoint.grpctuning.show-values";

	/** Calls per second whose stages a server with the starter reports. */
	private static final int STAGES_SAMPLED = 1000;

	public ServerSpec {
		jvmOptions = List.copyOf(jvmOptions);
		properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
	}

	/** Where the JVM writes its GC log. */
	public Path gcLog() {
		return this.directory.resolve("gc.log");
	}

	/**
	 * The command that starts the server, which ends when it runs out of memory. Everyone
	 * can read it, so the properties are not in it.
	 * @param listenOptions options of the JVM that make the service listen somewhere
	 * @param listenArguments arguments of the service that do so
	 */
	List<String> command(List<String> listenOptions, List<String> listenArguments) {
		List<String> command = new ArrayList<>();
		command.add(this.javaHome.resolve("bin").resolve("java").toString());
		command.add("-XX:+ExitOnOutOfMemoryError");
		// ZGC writes its pauses as phases only.
		boolean phases = this.jvmOptions.contains("-XX:+UseZGC");
		command
			.add("-Xlog:gc" + (phases ? ",gc+phases" : "") + ":file=\"" + gcLog() + "\":uptime,timenanos:filecount=0");
		if (Runtime.version().feature() >= 24 && this.javaHome.equals(Path.of(System.getProperty("java.home")))) {
			// Keeps warnings about Protobuf's use of Unsafe out of the last lines of
			// output, which become the reason why a server has ended.
			command.add("--sun-misc-unsafe-memory-access=allow");
		}
		Optional<FastStart> fast = FastStart.of(this.jar, this.javaHome, this.jvmOptions);
		fast.ifPresent((start) -> command.addAll(start.jvmOptions()));
		command.addAll(this.jvmOptions);
		command.addAll(listenOptions);
		command.addAll(List.of("-jar", fast.map(FastStart::jar).orElse(this.jar).toString()));
		if (this.profile != null) {
			command.add("--spring.profiles.active=" + this.profile);
		}
		command.addAll(listenArguments);
		return command;
	}

	/**
	 * Adds the properties, which override the files of the application. Unless they say
	 * otherwise, the server reports the stages of calls and shows its settings.
	 */
	void addProperties(Map<String, String> environment) {
		Map<String, Object> all = new LinkedHashMap<>();
		try {
			all.putAll(JSON.readValue(environment.getOrDefault(PROPERTIES, "{}"), OBJECT));
		}
		catch (JacksonException ex) {
			// Spring Boot ignores what is not an object.
		}
		all.putIfAbsent(STAGES, STAGES_SAMPLED);
		all.putIfAbsent(SHOWN_VALUES, "always");
		all.putAll(this.properties);
		environment.put(PROPERTIES, JSON.writeValueAsString(all));
	}

	/** Java version, {@code null} if its folder has no file {@code release}. */
	public @Nullable String javaVersion() {
		Properties release = new Properties();
		try (Reader file = Files.newBufferedReader(this.javaHome.resolve("release"), StandardCharsets.ISO_8859_1)) {
			release.load(file);
		}
		catch (IOException ex) {
			return null;
		}
		String version = release.getProperty("JAVA_VERSION");
		return (version != null) ? version.replace("\"", "") : null;
	}

}
