package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.compare.experiment.ExperimentFile.BuiltInExperiments;
import dev.grpctuning.load.engine.plan.LoadPlan;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link BuiltInExperiments}. */
class BuiltInExperimentsTests {

	static final List<String> NAMES = BuiltInExperiments.NAMES;

	/** All but the one that is a single burst already. */
	static final List<String> LONG_NAMES = NAMES.stream().filter((name) -> !name.equals("demo")).toList();

	@TempDir
	private Path folder;

	@ParameterizedTest
	@FieldSource("NAMES")
	void whenAnExperimentIsBuiltInThenItCanBeMade(String name) throws IOException {
		Experiment experiment = create(name, Map.of());
		assertThat(experiment.name()).isEqualTo(name);
		assertThat(experiment.description()).isEqualTo(BuiltInExperiments.description(name)).isNotBlank();
		assertThat(experiment.variants()).extracting(Variant::title).doesNotHaveDuplicates().hasSizeGreaterThan(1);
		assertThat(experiment.variants()).allSatisfy((variant) -> {
			assertThat(variant.changes()).isNotBlank();
			LoadPlan plan = experiment.plan(variant);
			if (!CallTargets.describedByServer(plan.call())) {
				assertThat(CallTargets.of(plan.call())).isNotNull();
			}
		});
	}

	@ParameterizedTest
	@FieldSource("NAMES")
	void whenItRunsInFullThenItTakesLessThanTenMinutes(String name) throws IOException {
		assertThat(length(name, Map.of())).isLessThan(Duration.ofMinutes(10));
	}

	@Test
	void whenExperimentsAreScaledThenAllAreShorterButThoseThatTheHelpNames() throws IOException {
		List<String> asLong = new ArrayList<>();
		for (String name : NAMES) {
			Duration whole = length(name, Map.of());
			if (length(name, Map.of("experiment.scale", "0.2")).compareTo(whole.multipliedBy(9).dividedBy(10)) > 0) {
				asLong.add(name);
			}
		}
		assertThat(new ClassPathResource("report/help.txt").getContentAsString(StandardCharsets.UTF_8))
			.contains("--experiment.scale=0.2 makes all but %s shorter".formatted(String.join(" and ", asLong)));
	}

	@Test
	void whenThereIsAFileThenItIsListed() throws IOException {
		assertThat(new PathMatchingResourcePatternResolver().getResources("classpath:experiments/*.yml"))
			.extracting(Resource::getFilename)
			.containsExactlyInAnyOrderElementsOf(NAMES.stream().map((name) -> name + ".yml").toList());
		assertThat(BuiltInExperiments.find("nonsense")).isNull();
	}

	private Duration length(String name, Map<String, Object> commandLine) throws IOException {
		return YamlExperiments.length(Objects.requireNonNull(BuiltInExperiments.find(name)), this.folder, commandLine);
	}

	private Experiment create(String name, Map<String, Object> commandLine) throws IOException {
		return YamlExperiments.create(Objects.requireNonNull(BuiltInExperiments.find(name)), this.folder, commandLine);
	}

}
