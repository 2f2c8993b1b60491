package dev.grpctuning.load.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
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

import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/** What the client prints when it cannot start. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class FailureLinesTests {

	@Test
	void whenValueIsNoConstantOfTheEnumThenTheLineListsThem(CapturedOutput output) {
		run(Settings.class, "--cup.colour=pink");
		assertOneLine(output, "cup.colour", "\"pink\"", "(command line)", "red, dark-blue");
	}

	@Test
	void whenValueIsNoNumberThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.count=many");
		assertOneLine(output, "cup.count", "\"many\"", "(command line)");
	}

	@Test
	void whenValueIsNoDecimalNumberThenTheLineGivesAnExample(CapturedOutput output) {
		run(Settings.class, "--cup.weight=heavy");
		assertOneLine(output, "cup.weight", "\"heavy\"", "(command line)");
	}

	@Test
	void whenValueIsNoDurationThenTheLineGivesAnExample(CapturedOutput output) {
		run(Settings.class, "--cup.age=old");
		assertOneLine(output, "cup.age", "\"old\"", "(command line)");
	}

	@Test
	void whenValueIsNoSizeThenTheLineGivesAnExample(CapturedOutput output) {
		run(Settings.class, "--cup.size=huge");
		assertOneLine(output, "cup.size", "\"huge\"", "(command line)");
	}

	@Test
	void whenValueIsNoBooleanThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.full=maybe");
		assertOneLine(output, "cup.full", "\"maybe\"", "(command line)");
	}

	@Test
	void whenValueIsEmptyThenTheLineDoesNotDenyTheProperty(CapturedOutput output) {
		run(Settings.class, "--cup.path=");
		assertOneLine(output, "cup.path", "no value", "(command line)");
	}

	@Test
	void whenValueIsNoMapThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.spoons[0]=one");
		assertOneLine(output, "cup.spoons[0]", "\"one\"", "(command line)");
	}

	@Test
	void whenValueIsNoListThenTheLineSaysSo(CapturedOutput output) {
		run(Settings.class, "--cup.spoons=one");
		assertOneLine(output, "cup.spoons", "\"one\"", "(command line)");
	}

	@Test
	void whenYamlIsNoTextThenTheLineNamesTheFile(CapturedOutput output, @TempDir Path folder) throws Exception {
		Path file = Files.write(folder.resolve("cups.yml"), new byte[] { 'a', ':', ' ', (byte) 0xfc, '\n' });
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "cups.yml", "UTF-8");
	}

	@Test
	void whenPropertyDoesNotExistThenTheLineNamesIt(CapturedOutput output) {
		run(Settings.class, "--cup.color=red");
		assertOneLine(output, "cup.color", "no such property", "(command line)");
	}

	@Test
	void whenManyPropertiesDoNotExistThenTheLineNamesTheFirst(CapturedOutput output) {
		run(Settings.class, "--cup.colors.a=1", "--cup.colors.b=2", "--cup.colors.c=3", "--cup.colors.d=4");
		assertOneLine(output, "cup.colors.a", "cup.colors.b: ", "2 more");
	}

	@Test
	void whenValueComesFromAFileThenTheLineNamesFileAndLine(CapturedOutput output, @TempDir Path folder)
			throws Exception {
		Path file = Files.writeString(folder.resolve("cups.yml"), "cup:\n  count: 1\n  colour: pink\n");
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "cup.colour", "\"pink\"", "(cups.yml:3)", "red, dark-blue");
	}

	@Test
	void whenYamlIsBrokenThenTheLineNamesFileAndLine(CapturedOutput output, @TempDir Path folder) throws Exception {
		Path file = Files.writeString(folder.resolve("broken.yml"), "cup:\n  count: 1\n  a: b: c\n");
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "broken.yml:3", "YAML");
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
		assertOneLine(output, "cup.count", "\"-1\"", "(command line)", "must be at least 1.");
	}

	@Test
	void whenPropertiesExcludeEachOtherThenTheLineNamesBoth(CapturedOutput output) {
		run(Excluding.class, "--cup.full=true", "--cup.age=1s");
		assertOneLine(output, "cup.full", "\"true\" (command line)", "cup.age: \"1s\" (command line)");
	}

	@Test
	void whenRunnerRefusesTheUseThenItsLineIsPrinted(CapturedOutput output) {
		run(FailingRunner.class);
		assertOneLine(output, "cup.colour", "\"red\" is sold out; use dark-blue.");
	}

	@Test
	void whenFailureIsABugThenTheStackTraceStays(CapturedOutput output) {
		assertThatException().isThrownBy(() -> application(Bug.class).run())
			.matches((ex) -> !FailureLines.isBadInput(ex), "no bad input");
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
		assertOneLine(output, "Config data resource", "/nowhere/cups.yml");
	}

	/**
	 * Asserts that there is one line, of what is wrong with a property or a file, and
	 * which values it says.
	 */
	private static void assertOneLine(CapturedOutput output, String wrong, String... values) {
		assertThat(output.getErr().lines()).singleElement().asString().startsWith(wrong).contains(List.of(values));
		Approved.assertCase("input.txt", output.getErr().strip());
		assertThat(output.getOut()).doesNotContain("WARN", "ERROR", "\tat ", "Error starting ApplicationContext");
	}

	private static void run(Class<?> configuration, String... arguments) {
		assertThatException().isThrownBy(() -> application(configuration).run(arguments))
			.matches(FailureLines::isBadInput, "bad input");
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
