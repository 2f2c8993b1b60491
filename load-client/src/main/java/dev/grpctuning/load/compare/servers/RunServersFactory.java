package dev.grpctuning.load.compare.servers;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.Mode;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.ServerProperties;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.ServerCredentials;
import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.transport.TargetAddress;

/** Creates {@link RunServers}, or throws for the first variant they cannot run. */
@Component
public class RunServersFactory {

	private static final String ADDRESS = "experiment.server.address";

	private static final String ACTUATOR = "experiment.server.actuator";

	private final ServerProperties server;

	public RunServersFactory(ExperimentProperties properties) {
		this.server = properties.compared().server();
	}

	public RunServers create(Experiment experiment) {
		PropertyCheck.notNegative("experiment.server.settle", this.server.settle());
		if (this.server.mode() != Mode.ATTACH) {
			refuse(ADDRESS, this.server.address());
			refuse(ACTUATOR, this.server.actuator());
		}
		if (this.server.mode() == Mode.ATTACH
				|| (this.server.mode() == Mode.RETUNE && !experiment.differsInKnobsAlone())) {
			experiment.variants().forEach(this::checkLive);
		}
		return switch (this.server.mode()) {
			case FORK -> RunServers.forked(experiment.setup(), this.server.settle());
			case RETUNE -> changed(experiment);
			case ATTACH -> attached(experiment);
			case null -> experiment.differsInKnobsAlone() ? changed(experiment).orForked()
					: RunServers.forked(experiment.setup(), this.server.settle());
		};
	}

	private RunServers changed(Experiment experiment) {
		return RunServers.changed(experiment.setup(), this.server.settle(), experiment.directory(), changing());
	}

	/** One server that is changed or, if it cannot be, one for each run. */
	public RunServers changed(ServerSetup setup, Path directory) {
		return RunServers.changed(setup, Duration.ZERO, directory, changing()).orForked();
	}

	private static void refuse(String name, @Nullable String value) {
		PropertyCheck.that(value == null, name, value,
				"It must be left out unless experiment.server.mode is attach: other servers are started here.");
	}

	private RunServers attached(Experiment experiment) {
		checkLive("experiment.server", null, this.server.jvmOptions(), this.server.javaHome(), null,
				this.server.properties());
		return RunServers.attached(experiment.setup(), this.server.settle(),
				new ObservedServer(address(), actuator(), credentials()));
	}

	private ServerCredentials changing() {
		ServerCredentials given = credentials();
		return (given != null) ? given : ServerCredentials.random();
	}

	private @Nullable ServerCredentials credentials() {
		return (this.server.password() != null) ? new ServerCredentials(this.server.user(), this.server.password())
				: null;
	}

	private TargetAddress address() {
		try {
			return TargetAddress.parse((this.server.address() != null) ? this.server.address() : "");
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(ADDRESS, this.server.address(),
					"It must be host:port of the server to attach to, such as localhost:9090.");
		}
	}

	private URI actuator() {
		String given = (this.server.actuator() != null) ? this.server.actuator() : "";
		try {
			URI uri = new URI(given.replaceFirst("/+$", ""));
			if (uri.getUserInfo() != null) {
				// The value is not repeated: it may have a password in it.
				throw new UsageException(ACTUATOR
						+ ": must have no user in it; use experiment.server.user and experiment.server.password.");
			}
			if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
					&& uri.getQuery() == null && uri.getFragment() == null) {
				return uri;
			}
		}
		catch (URISyntaxException ex) {
			// It is refused below.
		}
		throw new InvalidConfigurationPropertyValueException(ACTUATOR, this.server.actuator(),
				"It must be the address of an actuator, such as http://localhost:8081/actuator.");
	}

	private void checkLive(Variant variant) {
		Map<String, String> own = new HashMap<>(variant.properties());
		if (variant.workload() != null) {
			own.entrySet().removeAll(variant.workload().properties().entrySet());
			// A server that is started here is another one in each workload.
			if (this.server.mode() == Mode.ATTACH) {
				checkLive("workload " + variant.workload().name(), null, List.of(), null, null,
						variant.workload().properties());
			}
		}
		checkLive("variant " + variant.name(), variant.profile(), variant.jvmOptions(), variant.javaHome(),
				variant.jar(), own);
	}

	private static void checkLive(String owner, @Nullable String profile, List<String> jvmOptions,
			@Nullable Path javaHome, @Nullable Path jar, Map<String, String> properties) {
		Map<String, Boolean> settings = new LinkedHashMap<>();
		settings.put("profile", profile != null);
		settings.put("jvm-options", !jvmOptions.isEmpty());
		settings.put("java-home", javaHome != null);
		settings.put("jar", jar != null);
		new TreeMap<>(properties).forEach((name, value) -> settings.put(name, !ExpectedTuning.isKnob(name)));
		settings.forEach((setting, fixed) -> {
			if (fixed) {
				throw new UsageException(
						"%s: %s cannot be changed in a running server, where only the knobs of grpc.tuning can change; leave it out, or set experiment.server.mode=fork."
							.formatted(owner, setting));
			}
		});
	}

}
