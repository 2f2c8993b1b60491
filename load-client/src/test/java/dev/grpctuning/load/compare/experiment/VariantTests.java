package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

class VariantTests {

	@Test
	void whenOnlyNameAndDescriptionDifferThenTheSetupIsTheSame() {
		Variant variant = of("tuned", "-Xmx1g", "b", null, null, null);
		assertThat(variant.sameSetupAs(variant.control("again"))).isTrue();
		assertThat(List.of(of("plain", "-Xmx1g", "b", null, null, null), of("tuned", "-Xmx2g", "b", null, null, null),
				of("tuned", "-Xmx1g", "c", null, null, null), of("tuned", "-Xmx1g", "b", Path.of("jdk"), null, null),
				of("tuned", "-Xmx1g", "b", null, Samples.crossed().plan(), null),
				of("tuned", "-Xmx1g", "b", null, null, Path.of("new.jar"))))
			.noneMatch(variant::sameSetupAs);
	}

	private static Variant of(String profile, String option, String property, @Nullable Path javaHome,
			@Nullable LoadPlan plan, @Nullable Path jar) {
		return new Variant("a", null, profile, List.of(option), Map.of("a", property), javaHome, null, plan, jar);
	}

}
