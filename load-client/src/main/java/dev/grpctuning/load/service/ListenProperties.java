package dev.grpctuning.load.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.env.YamlPropertySourceLoader;

import dev.grpctuning.load.failure.UsageException;

/**
 * The properties for the address and ports of a service: those of its framework or those
 * that a file in its jar names, and those of Spring Boot's web server.
 *
 * @param roles what each property sets
 * @param onJvm whether they are system properties, which every application on a JVM has
 * @param asArguments whether they are arguments, which come before all other sources of
 * Spring Boot's properties
 * @param actuatorPath path of the actuator
 */
public record ListenProperties(Map<String, Role> roles, boolean onJvm, boolean asArguments, String actuatorPath) {

	static final String WEB_PORT = "server.port";

	private static final String MANAGEMENT_PORT = "management.server.port";

	public ListenProperties {
		roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
	}

	/**
	 * Fails with one line if the jar can be read, but the property of its port is
	 * unknown.
	 */
	public static void check(String property, Path jar) {
		try {
			of(jar, Map.of(), List.of());
		}
		catch (UsageException ex) {
			throw new UsageException(property + ": " + ex.getMessage(), ex);
		}
		catch (IOException ex) {
			// The JVM that cannot run it reports why.
		}
	}

	/**
	 * Finds the properties of a service.
	 * @param environment environment in which the service runs
	 * @param jvmOptions options of its JVM
	 */
	public static ListenProperties of(Path jar, Map<String, String> environment, List<String> jvmOptions)
			throws IOException {
		try (JarFile file = new JarFile(jar.toFile())) {
			boolean ownPort = environment.containsKey("MANAGEMENT_SERVER_PORT")
					|| jvmOptions.stream().anyMatch((option) -> option.startsWith("-D" + MANAGEMENT_PORT + "="))
					|| setsManagementPort(file, environment.get("SPRING_APPLICATION_JSON"));
			Optional<ListenFile> named = ListenFile.find(file);
			return named.isPresent() ? of(named.get(), ownPort, ApplicationFile.isExecutable(file)) : of(file, ownPort);
		}
	}

	private static ListenProperties of(ListenFile named, boolean ownPort, boolean springBoot) {
		Map<String, Role> roles = new LinkedHashMap<>();
		if (named.grpcAddress() != null) {
			roles.put(named.grpcAddress(), Role.HOST);
		}
		roles.put(named.grpcPort(), Role.GRPC_PORT);
		if (named.actuatorAddress() != null) {
			roles.put(named.actuatorAddress(), Role.HOST);
		}
		if (named.actuatorPort() != null) {
			roles.put(named.actuatorPort(), Role.ACTUATOR_PORT);
		}
		else {
			addWebServer(roles, ownPort);
		}
		return new ListenProperties(roles, true, springBoot,
				(named.actuatorPath() != null) ? named.actuatorPath() : "/actuator");
	}

	private static ListenProperties of(JarFile jar, boolean ownPort) throws IOException {
		List<Framework> frameworks = Framework.in(jar);
		if (frameworks.isEmpty()) {
			throw new UsageException(
					"%s contains neither Spring Boot's gRPC server nor net.devh's, so the property for its port is unknown; name it in %s in the jar, such as grpc.port=shop.port."
						.formatted(jar.getName(), ListenFile.NAME));
		}
		Map<String, Role> roles = new LinkedHashMap<>();
		frameworks.forEach((framework) -> {
			roles.put(framework.address(), Role.HOST);
			roles.put(framework.port(), Role.GRPC_PORT);
		});
		addWebServer(roles, ownPort);
		return new ListenProperties(roles, false, true, "/actuator");
	}

	/** With a port of its own, the actuator has a web server of its own. */
	private static void addWebServer(Map<String, Role> roles, boolean ownPort) {
		roles.put("server.address", Role.HOST);
		roles.put(WEB_PORT, ownPort ? Role.OTHER_PORT : Role.ACTUATOR_PORT);
		if (ownPort) {
			roles.put("management.server.address", Role.HOST);
			roles.put(MANAGEMENT_PORT, Role.ACTUATOR_PORT);
		}
	}

	private static boolean setsManagementPort(JarFile jar, @Nullable String json) {
		try {
			// JSON is YAML, too.
			return Stream
				.concat(ApplicationFile.allIn(jar).stream().flatMap((file) -> file.documents().stream()),
						ApplicationFile.documents(new YamlPropertySourceLoader(),
								((json != null) ? json : "").getBytes(StandardCharsets.UTF_8))
							.stream())
				.anyMatch((document) -> document
					.getConfigurationProperty(ConfigurationPropertyName.of(MANAGEMENT_PORT)) != null);
		}
		catch (IOException | RuntimeException ex) {
			// The service reports what is wrong with it when it is started.
			return false;
		}
	}

	/** Returns options of the JVM that make the service listen there. */
	public List<String> jvmOptions(ListenAddresses addresses) {
		return this.onJvm ? words("-D", addresses) : List.of();
	}

	/** Returns arguments of the application that make it listen there. */
	public List<String> arguments(ListenAddresses addresses) {
		return this.asArguments ? words("--", addresses) : List.of();
	}

	private List<String> words(String prefix, ListenAddresses addresses) {
		return this.roles.entrySet()
			.stream()
			.map((each) -> prefix + each.getKey() + "=" + addresses.value(each.getValue()))
			.toList();
	}

	/** Returns the ports that the service must open, each with its property. */
	public String text(ListenAddresses addresses) {
		return name(Role.GRPC_PORT) + " (" + addresses.grpcPort() + ") and " + name(Role.ACTUATOR_PORT) + " ("
				+ addresses.actuatorPort() + ")";
	}

	private String name(Role role) {
		return this.roles.entrySet()
			.stream()
			.filter((each) -> each.getValue() == role)
			.map(Map.Entry::getKey)
			.findFirst()
			.orElseThrow();
	}

	/** What a property sets. */
	enum Role {

		HOST,

		GRPC_PORT,

		ACTUATOR_PORT,

		OTHER_PORT

	}

}
