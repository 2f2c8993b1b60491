package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ExperimentFile}. */
@Tag(Approved.TAG)
class ExperimentFileTests {

	private final Map<String, Object> variables = new HashMap<>();

	private final Map<String, Object> applicationYml = new HashMap<>();

	@Test
	void whenPropertyIsSetEverywhereThenTheCommandLineComesFirstAndApplicationYmlLast(@TempDir Path folder)
			throws IOException {
		Path file = Files.writeString(folder.resolve("mine.yml"), """
				experiment.name: mine
				load:
				  channels: 3
				  drain: 3s
				  burst:
				    count: 3
				""");
		this.applicationYml
			.putAll(Map.of("load.channels", "4", "load.drain", "4s", "load.burst.count", "4", "load.burst.size", "4"));
		this.variables.putAll(Map.of("LOAD_CHANNELS", "2", "LOAD_DRAIN", "2s"));
		StandardEnvironment environment = environment("--experiment=" + file, "--load.channels=1");
		assertThat(bound(environment, "load.channels")).isEqualTo("1");
		assertThat(bound(environment, "load.drain")).isEqualTo("2s");
		assertThat(bound(environment, "load.burst.count")).isEqualTo("3");
		assertThat(bound(environment, "load.burst.size")).isEqualTo("4");
	}

	@Test
	void whenTheFileIsNotNamedAsYamlThenItIsRefused(@TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("mine.txt"), "load:\n  channels: 2\n");
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> environment("--experiment=" + file))
			.satisfies((ex) -> Approved.assertCase("compare.txt", folder, ex.getMessage()));
	}

	@Test
	void whenNoExperimentIsNamedThenItIsTheClassicOne() {
		assertThat(bound(environment(), "experiment.name")).isEqualTo("classic");
		assertThat(bound(environment("compare"), "experiment.name")).isEqualTo("classic");
		assertThat(bound(environment("--experiment=classic"), "experiment.variants[0].name")).isEqualTo("plain");
	}

	@ParameterizedTest
	@ValueSource(strings = { "run", "help", "nonsense" })
	void whenTheCommandIsNotCompareThenNothingIsLoaded(String command) {
		StandardEnvironment environment = environment(command, "--experiment=no-such-file.yml");
		assertThat(bound(environment, "experiment.name")).isEmpty();
		assertThat(bound(environment, "load.burst.count")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "knee", "tune" })
	void whenTheCommandSearchesThenAnExperimentIsLoadedOnlyIfItIsNamed(String command, @TempDir Path folder)
			throws IOException {
		Path file = Files.writeString(folder.resolve("mine.yml"),
				"experiment.name: mine\nsearch.slo: p99 < 5ms\ntune.rounds: 3\n");
		assertThat(bound(environment(command), "experiment.name")).isEmpty();
		StandardEnvironment environment = environment(command, "--experiment=" + file);
		assertThat(bound(environment, "experiment.name")).isEqualTo("mine");
		assertThat(bound(environment, "search.slo")).isEqualTo("p99 < 5ms");
		assertThat(bound(environment, "tune.rounds")).isEqualTo("3");
	}

	@Test
	void whenThereIsNoSuchFileThenTheLineNamesIt() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> environment("--experiment=no-such-file.yml"))
			.satisfies((ex) -> Approved.assertCase("compare.txt", ex.getMessage()));
	}

	@Test
	void whenTheYamlIsBrokenThenTheLineNamesFileAndLine(@TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("broken.yml"), "load:\n  channels: 1\n  a: b: c\n");
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> environment("--experiment=" + file))
			.withMessageContaining(
					"broken.yml: cannot be read (mapping values are not allowed here in 'reader', line 3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "hello\n", "load.channels: 1\n" })
	void whenThereIsNoExperimentInTheFileThenTheLineSaysSo(String content, @TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("other.yml"), content);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> environment("--experiment=" + file))
			.withMessageMatching(".*other\\.yml(:1)?: .*");
	}

	@Test
	void whenTheFileHoldsSomethingElseThenTheLineNamesIt(@TempDir Path folder) throws IOException {
		Path file = Files.writeString(folder.resolve("mine.yml"), "experiment.name: mine\nlod.channels: 2\n");
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> environment("--experiment=" + file))
			.withMessageStartingWith("--experiment=" + file + ":2: lod.channels ")
			.satisfies((ex) -> Approved.assertCase("compare.txt", folder, ex.getMessage()));
	}

	/** An environment as it is when Boot has read application.yml. */
	private StandardEnvironment environment(String... arguments) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, this.variables));
		environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
		environment.getPropertySources().addLast(new MapPropertySource("application.yml", this.applicationYml));
		ConfigurationPropertySources.attach(environment);
		new ExperimentFile().postProcessEnvironment(environment, new SpringApplication());
		return environment;
	}

	private static String bound(StandardEnvironment environment, String property) {
		return Binder.get(environment).bind(property, String.class).orElse("");
	}

}
