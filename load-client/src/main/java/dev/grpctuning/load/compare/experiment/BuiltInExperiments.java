package dev.grpctuning.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * The experiments that come with the client, each a file as a user would write it.
 */
final class BuiltInExperiments {

	/**
	 * The one that runs if none is named.
	 */
	static final String CLASSIC = "classic";

	static final List<String> NAMES = List.of(CLASSIC, "executors", "transports", "windows", "codecs", "gc", "limits");

	private BuiltInExperiments() {
	}

	/**
	 * The file of an experiment.
	 * @param name its name
	 * @return the file, or {@code null} if there is no such experiment
	 */
	static @Nullable Resource find(String name) {
		return NAMES.contains(name) ? new ClassPathResource("experiments/" + name + ".yml") : null;
	}

	/**
	 * What an experiment is to show.
	 * @param name one of the names
	 * @return its description
	 */
	static String description(String name) {
		try {
			return new YamlPropertySourceLoader().load(name, new ClassPathResource("experiments/" + name + ".yml"))
				.stream()
				.map((document) -> String.valueOf(document.getProperty("experiment.description")))
				.findFirst()
				.orElseThrow();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
