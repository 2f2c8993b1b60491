package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

import com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import dev.grpctuning.load.compare.experiment.ExperimentFile.BuiltInExperiments;
import dev.grpctuning.testkit.Application;

import static org.assertj.core.api.Assertions.assertThat;

/** What the built-in experiments set must be known to hello-service as it is packaged. */
class BuiltInExperimentsIT {

	static final List<String> NAMES = BuiltInExperiments.NAMES;

	private static final Set<String> KNOWN = new HashSet<>();

	@TempDir
	private Path folder;

	@BeforeAll
	static void readTheMetadataOfTheService() throws IOException {
		try (JarInputStream jar = new JarInputStream(Files.newInputStream(Application.HELLO_SERVICE.jar()))) {
			read(jar);
		}
	}

	private static void read(JarInputStream jar) throws IOException {
		for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
			if (entry.getName().matches("BOOT-INF/lib/(grpc-tuning|spring-boot)-.*\\.jar")) {
				read(new JarInputStream(jar));
			}
			else if (entry.getName().endsWith("META-INF/spring-configuration-metadata.json")) {
				add(jar);
			}
		}
	}

	private static void add(InputStream metadata) {
		JsonParser.parseReader(new InputStreamReader(metadata, StandardCharsets.UTF_8))
			.getAsJsonObject()
			.getAsJsonArray("properties")
			.forEach((property) -> KNOWN.add(property.getAsJsonObject().get("name").getAsString()));
	}

	@ParameterizedTest
	@FieldSource("NAMES")
	void whenAPropertyIsSetThenTheServiceKnowsIt(String name) throws IOException {
		assertThat(KNOWN).contains("hello.work.delay", "grpc.tuning.executor.type");
		Experiment experiment = YamlExperiments.create(Objects.requireNonNull(BuiltInExperiments.find(name)),
				this.folder, Map.of());
		assertThat(KNOWN).containsAll(experiment.setup().properties().keySet());
		assertThat(experiment.variants())
			.allSatisfy((variant) -> assertThat(KNOWN).containsAll(variant.properties().keySet()));
	}

}
