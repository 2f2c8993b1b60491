package dev.grpctuning.load.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What the client prints when it cannot start.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureLinesTests {

	@Test
	void whenValueIsNoConstantOfTheEnumThenTheLineListsThem(CapturedOutput output) {
		run(Settings.class, "--cup.colour=pink");
		assertOneLine(output, "cup.colour: \"pink\" is not allowed (command line); use one of red, dark-blue.");
	}

	@Test
	void whenValueIsNoNumberThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.count=many");
		assertOneLine(output, "cup.count: \"many\" is not allowed (command line); use a whole number.");
	}

	@Test
	void whenValueIsNoDecimalNumberThenTheLineGivesAnExample(CapturedOutput output) {
		run(Settings.class, "--cup.weight=heavy");
		assertOneLine(output, "cup.weight: \"heavy\" is not allowed (command line); use a number such as 0.5 or 200.");
	}

	@Test
	void whenValueIsNoDurationThenTheLineGivesAnExample(CapturedOutput output) {
		run(Settings.class, "--cup.age=old");
		assertOneLine(output, "cup.age: \"old\" is not allowed (command line); use a duration such as 200ms or 5s.");
	}

	@Test
	void whenValueIsNoSizeThenTheLineGivesAnExample(CapturedOutput output) {
		run(Settings.class, "--cup.size=huge");
		assertOneLine(output, "cup.size: \"huge\" is not allowed (command line); use a size such as 512KB or 1MB.");
	}

	@Test
	void whenValueIsNoBooleanThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.full=maybe");
		assertOneLine(output, "cup.full: \"maybe\" is not allowed (command line); use true or false.");
	}

	@Test
	void whenValueIsEmptyThenTheLineDoesNotDenyTheProperty(CapturedOutput output) {
		run(Settings.class, "--cup.path=");
		assertOneLine(output, "cup.path: has no value (command line); check its spelling or remove it.");
	}

	@Test
	void whenValueIsNoMapThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.spoons[0]=one");
		assertOneLine(output, "cup.spoons[0]: \"one\" is not allowed (command line); use a map of names and values.");
	}

	@Test
	void whenValueIsNoListThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.spoons=one");
		assertOneLine(output, "cup.spoons: \"one\" is not allowed (command line); use a list.");
	}

	@Test
	void whenYamlIsNoTextThenTheLineNamesTheFile(CapturedOutput output, @TempDir Path folder) throws Exception {
		Path file = Files.write(folder.resolve("cups.yml"), new byte[] { 'a', ':', ' ', (byte) 0xfc, '\n' });
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "cups.yml: not valid YAML, it holds bytes that are no UTF-8 text; correct the file.");
	}

	@Test
	void whenPropertyDoesNotExistThenTheLineNamesIt(CapturedOutput output) {
		run(Settings.class, "--cup.color=red");
		assertOneLine(output, "cup.color: there is no such property (command line); check its spelling or remove it.");
	}

	@Test
	void whenManyPropertiesDoNotExistThenTheLineNamesTheFirst(CapturedOutput output) {
		run(Settings.class, "--cup.colors.a=1", "--cup.colors.b=2", "--cup.colors.c=3", "--cup.colors.d=4");
		assertOneLine(output, "cup.colors.a: there is no such property (command line);"
				+ " cup.colors.b: there is no such property (command line); and 2 more; check its spelling or remove it.");
	}

	@Test
	void whenValueComesFromAFileThenTheLineNamesFileAndLine(CapturedOutput output, @TempDir Path folder)
			throws Exception {
		Path file = Files.writeString(folder.resolve("cups.yml"), "cup:\n  count: 1\n  colour: pink\n");
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "cup.colour: \"pink\" is not allowed (cups.yml:3); use one of red, dark-blue.");
	}

	@Test
	void whenYamlIsBrokenThenTheLineNamesFileAndLine(CapturedOutput output, @TempDir Path folder) throws Exception {
		Path file = Files.writeString(folder.resolve("broken.yml"), "cup:\n  count: 1\n  a: b: c\n");
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "broken.yml:3: not valid YAML, mapping values are not allowed here; correct the file.");
	}

	@Test
	void whenBothExtensionsExistThenPropertiesStillWin(@TempDir Path folder) throws Exception {
		Files.writeString(folder.resolve("application.yml"), "cup.count: 1\n");
		Files.writeString(folder.resolve("application.properties"), "cup.count=2\n");
		try (var context = application(Settings.class).run("--spring.config.location=" + folder + "/")) {
			assertThat(context.getEnvironment().getProperty("cup.count")).isEqualTo("2");
		}
	}

	@Test
	void whenValueIsRefusedThenTheLineNamesItsOrigin(CapturedOutput output) {
		run(Refusing.class, "--cup.count=-1");
		assertOneLine(output, "cup.count: \"-1\" is not allowed (command line); must be at least 1.");
	}

	@Test
	void whenPropertiesExcludeEachOtherThenTheLineNamesBoth(CapturedOutput output) {
		run(Excluding.class, "--cup.full=true", "--cup.age=1s");
		assertOneLine(output, "cup.full: \"true\" (command line) and cup.age: \"1s\" (command line)"
				+ " exclude each other; set only one of them.");
	}

	@Test
	void whenRunnerRefusesTheUseThenItsLineIsPrinted(CapturedOutput output) {
		run(FailingRunner.class);
		assertOneLine(output, "cup.colour: \"red\" is sold out; use dark-blue.");
	}

	@Test
	void whenFailureIsABugThenTheStackTraceStays(CapturedOutput output) {
		run(Bug.class);
		assertThat(output.getErr()).isEmpty();
		assertThat(output.getOut()).contains("IllegalStateException: a bug", "\tat ");
	}

	@Test
	void whenAnalysisHasManyLinesThenTheyAreFolded() {
		FailureAnalysis analysis = new FailureAnalysis("Port 1\n\n\twas in use.", "Use\nanother.",
				new IllegalStateException());
		assertThat(FailureLines.fold(analysis)).isEqualTo("Port 1 was in use. Use another.");
	}

	@Test
	void whenConfigFileIsMissingThenTheLineNamesIt(CapturedOutput output) {
		run(Settings.class, "--spring.config.additional-location=/nowhere/cups.yml");
		assertOneLine(output, "Config data resource 'file [/nowhere/cups.yml]' via location '/nowhere/cups.yml' "
				+ "does not exist. Check that the value '/nowhere/cups.yml' is correct, or prefix it with 'optional:'");
	}

	private static void assertOneLine(CapturedOutput output, String line) {
		assertThat(output.getErr().lines()).containsExactly(line);
		assertThat(output.getOut()).doesNotContain("WARN", "ERROR", "\tat ", "Error starting ApplicationContext");
	}

	private static void run(Class<?> configuration, String... arguments) {
		assertThatException().isThrownBy(() -> application(configuration).run(arguments));
	}

	private static SpringApplication application(Class<?> configuration) {
		SpringApplication application = new SpringApplication(configuration);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setBannerMode(Banner.Mode.OFF);
		application.setRegisterShutdownHook(false);
		return application;
	}

	enum Colour {

		RED, DARK_BLUE

	}

	@ConfigurationProperties(prefix = "cup", ignoreUnknownFields = false)
	record Cup(@Nullable Colour colour, @Nullable Integer count, @Nullable Double weight, @Nullable Duration age,
			@Nullable DataSize size, @Nullable Boolean full, @Nullable Path path, @Nullable List<Spoon> spoons) {
	}

	record Spoon(@Nullable String metal) {
	}

	@EnableConfigurationProperties(Cup.class)
	static class Settings {

	}

	static class Refusing {

		@Bean
		Object refusing() {
			throw new InvalidConfigurationPropertyValueException("cup.count", -1, "must be at least 1.");
		}

	}

	static class Excluding {

		@Bean
		Object excluding() {
			List<String> names = new ArrayList<>(Arrays.asList("cup.full", "cup.age"));
			throw new MutuallyExclusiveConfigurationPropertiesException(names, names);
		}

	}

	static class FailingRunner {

		@Bean
		ApplicationRunner runner() {
			return (arguments) -> {
				throw new UsageException("cup.colour: \"red\" is sold out; use dark-blue.");
			};
		}

	}

	static class Bug {

		@Bean
		Object bug() {
			throw new IllegalStateException("a bug");
		}

	}

}
