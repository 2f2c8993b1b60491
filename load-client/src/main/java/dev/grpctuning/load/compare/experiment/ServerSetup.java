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
 * @param jar executable jar of the service; of a server that is not started here the
 * empty path
 * @param javaHome JDK or JRE that runs it; of a server that is not started here the empty
 * path
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
	 * What variants of a server share that is not started here.
	 * @param properties properties of every variant
	 * @param timeout the longest wait for a change of it to be complete
	 * @param connectTimeout the longest wait for a connection to it
	 * @return the set-up
	 */
	public static ServerSetup attached(Map<String, String> properties, Duration timeout, Duration connectTimeout) {
		Path none = Path.of("");
		return new ServerSetup(none, none, List.of(), properties, timeout, connectTimeout);
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
		Path home = (variant.javaHome() != null) ? variant.javaHome() : this.javaHome;
		return new ServerSpec(this.jar, home, variant.profile(), options, all, directory);
	}

}
