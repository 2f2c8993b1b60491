package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/** The built-in experiments, each in a file like those of users. */
public final class BuiltInExperiments {

	static final String CLASSIC = "classic";

	public static final List<String> NAMES = List.of(CLASSIC, "demo", "executors", "transports", "windows", "codecs",
			"gc", "limits", "recovery");

	private BuiltInExperiments() {
	}

	static @Nullable Resource find(String name) {
		return NAMES.contains(name) ? file(name) : null;
	}

	private static Resource file(String name) {
		return new ClassPathResource("experiments/" + name + ".yml");
	}

	public static String description(String name) {
		try {
			return new YamlPropertySourceLoader().load(name, file(name))
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
