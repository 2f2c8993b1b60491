package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VariantTests {

	@Test
	void whenItGetsOtherJvmOptionsThenItKeepsAllElse() {
		Variant variant = new Variant("new", "a build", "tuned", List.of("-Xmx1g"), Map.of("a", "b"), Path.of("jdk"),
				null, null, Path.of("new.jar"));
		assertThat(variant.withJvmOptions(List.of("-Xmx2g"))).usingRecursiveComparison()
			.ignoringFields("jvmOptions")
			.isEqualTo(variant);
	}

}
