package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.grpctuning.load.server.ServerSpec;

/** What the servers of all variants share; paths are empty for an attached one. */
public record ServerSetup(Path jar, Path javaHome, List<String> jvmOptions, Map<String, String> properties,
		Duration startTimeout, Duration connectTimeout) {

	public ServerSpec spec(Variant variant, Path directory) {
		List<String> options = new ArrayList<>(this.jvmOptions);
		options.addAll(variant.jvmOptions());
		Map<String, String> all = new TreeMap<>(this.properties);
		all.putAll(variant.properties());
		Path home = (variant.javaHome() != null) ? variant.javaHome() : this.javaHome;
		return new ServerSpec((variant.jar() != null) ? variant.jar() : this.jar, home, variant.profile(), options, all,
				directory);
	}

	/** The set-up of servers that all have the settings of a variant. */
	public ServerSetup with(Variant variant) {
		ServerSpec all = spec(variant, Path.of(""));
		return new ServerSetup(all.jar(), all.javaHome(), all.jvmOptions(), all.properties(), this.startTimeout,
				this.connectTimeout);
	}

}
