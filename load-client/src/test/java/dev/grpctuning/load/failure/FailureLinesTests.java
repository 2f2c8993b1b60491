package dev.grpctuning.load.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What the client prints when it cannot start. */
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class FailureLinesTests {

	@Test
	void whenAPropertyCannotBeUsedThenTheLineNamesItsOriginAndWhatIsAllowed() {
		Approved.assertCase("input.txt", Stream
			.of("--cup.colour=pink", "--cup.count=many", "--cup.weight=heavy", "--cup.age=old", "--cup.size=huge",
					"--cup.full=maybe", "--cup.since=noon", "--cup.path=", "--cup.spoons[0]=one", "--cup.spoons=one",
					"--cup.color=red", "--cup.colors.a=1 --cup.colors.b=2 --cup.colors.c=3 --cup.colors.d=4")
			.map((line) -> line + " -> " + refusal(line.split(" ")))
			.collect(Collectors.joining("\n")));
	}

	@Test
	void whenValueIsRefusedThenTheLineNamesItsOrigin() {
		StandardEnvironment environment = environment("--cup.count=-1");
		assertThat(FailureLines.of(new DefaultListableBeanFactory(), environment)
			.describe(new InvalidConfigurationPropertyValueException("cup.count", -1, "must be at least 1.")))
			.isEqualTo("cup.count: \"-1\" is not allowed (command line); must be at least 1.");
	}

	/** Binds the properties of a command line, without an application. */
	private static String refusal(String... arguments) {
		StandardEnvironment environment = environment(arguments);
		BindException refusal = catchThrowableOfType(BindException.class, () -> Binder.get(environment)
			.bind("cup", Bindable.of(Cup.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT)));
		return String.valueOf(FailureLines.of(new DefaultListableBeanFactory(), environment).describe(refusal));
	}

	private static StandardEnvironment environment(String... arguments) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
		ConfigurationPropertySources.attach(environment);
		return environment;
	}

	@Test
	void whenYamlIsNoTextThenTheLineNamesTheFile(CapturedOutput output, @TempDir Path folder) throws Exception {
		Path file = Files.write(folder.resolve("cups.yml"), new byte[] { 'a', ':', ' ', (byte) 0xfc, '\n' });
		run(Settings.class, "--spring.config.additional-location=" + file);
		assertOneLine(output, "cups.yml", "UTF-8");
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
			@Nullable DataSize size, @Nullable Boolean full, @Nullable Instant since, @Nullable Path path,
			@Nullable List<Spoon> spoons) {
	}

	record Spoon(@Nullable String metal) {
	}

	@EnableConfigurationProperties(Cup.class)
	static class Settings {

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
