package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One server set-up of an experiment.
 *
 * @param name its name, unique in the experiment
 * @param changes what it changes, for the reader
 * @param profile Spring profile, or {@code null} for the service's default
 * @param jvmOptions JVM options after those that all variants share
 * @param properties properties of the service after those that all variants share
 * @param javaHome JDK or JRE that runs it, or {@code null} for that which all variants
 * share
 */
public record Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
		Map<String, String> properties, @Nullable Path javaHome) {

	public Variant {
		jvmOptions = List.copyOf(jvmOptions);
		properties = Map.copyOf(properties);
	}

	/**
	 * A set-up that runs on the JDK that all variants share.
	 * @param name its name
	 * @param changes what it changes
	 * @param profile Spring profile
	 * @param jvmOptions JVM options
	 * @param properties properties of the service
	 */
	public Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties) {
		this(name, changes, profile, jvmOptions, properties, null);
	}

}
