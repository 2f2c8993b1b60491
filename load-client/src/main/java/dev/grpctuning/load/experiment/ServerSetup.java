package dev.grpctuning.load.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.grpctuning.load.server.ServerSpec;

/**
 * What the servers of all variants share.
 *
 * @param jar executable jar of the service
 * @param javaHome JDK or JRE that runs it
 * @param jvmOptions JVM options of every variant
 * @param properties properties of every variant
 * @param startTimeout the longest wait for a server to be up
 * @param connectTimeout the longest wait for a connection to it
 */
public record ServerSetup(Path jar, Path javaHome, List<String> jvmOptions, Map<String, String> properties,
		Duration startTimeout, Duration connectTimeout) {

	public ServerSetup {
		jvmOptions = List.copyOf(jvmOptions);
		properties = Map.copyOf(properties);
	}

	/**
	 * How the server of a variant is started.
	 * @param variant the variant, whose options and properties win
	 * @param directory where its logs go
	 * @return the specification
	 */
	ServerSpec spec(Variant variant, Path directory) {
		List<String> options = new ArrayList<>(this.jvmOptions);
		options.addAll(variant.jvmOptions());
		Map<String, String> all = new TreeMap<>(this.properties);
		all.putAll(variant.properties());
		return new ServerSpec(this.jar, this.javaHome, variant.profile(), options, all, directory);
	}

}
