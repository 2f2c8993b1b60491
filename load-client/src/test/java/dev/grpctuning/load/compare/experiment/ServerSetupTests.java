package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.server.ServerSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerSetup}. */
class ServerSetupTests {

	private static final Path DIRECTORY = Path.of("results", "tuned");

	private final ServerSetup setup = new ServerSetup(Path.of("service.jar"), Path.of("jdk"),
			List.of("-Xmx1g", "-XX:+UseG1GC"), Map.of("a", "shared", "b", "shared"), Duration.ofSeconds(60),
			Duration.ofSeconds(5));

	@Test
	void whenVariantSetsTheSameThenItsOptionsComeLastAndItsPropertiesWin() {
		ServerSpec spec = this.setup.spec(new Variant("tuned", null, "tuned", List.of("-Xmx2g", "-Xss1m"),
				Map.of("b", "variant", "c", "variant"), null, null, null), DIRECTORY);
		assertThat(spec.jvmOptions()).containsExactly("-Xmx1g", "-XX:+UseG1GC", "-Xmx2g", "-Xss1m");
		assertThat(spec.properties())
			.containsExactlyInAnyOrderEntriesOf(Map.of("a", "shared", "b", "variant", "c", "variant"));
		assertThat(spec.profile()).isEqualTo("tuned");
	}

}
