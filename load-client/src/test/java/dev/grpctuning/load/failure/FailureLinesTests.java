package dev.grpctuning.load.failure;

import java.io.File;
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
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Tests for {@link FailureLines}, without an application. */
@Tag(Approved.TAG)
class FailureLinesTests {

	@TempDir
	private Path folder;

	@Test
	void whenAPropertyCannotBeUsedThenTheLineNamesWhatIsAllowed() {
		Approved.assertCase("input.txt",
				Stream.of("--cup.colour=pink", "--cup.count=many", "--cup.weight=heavy", "--cup.age=old",
						"--cup.size=huge", "--cup.full=maybe", "--cup.since=noon", "--cup.path=", "--cup.spoons[0]=one",
						"--cup.spoons=one", "--cup.color=red", "--cup.colors.a=1 --cup.colors.b=2")
					.map((line) -> line + " -> " + refusal(environment(line.split(" "))))
					.collect(Collectors.joining("\n")));
	}

	@Test
	void whenAValueIsRefusedThenTheLineHasIt() {
		assertThat(FailureLines.of(environment("--cup.count=-1"))
			.describe(new InvalidConfigurationPropertyValueException("cup.count", 0, "It must be 1 or more.")))
			.isEqualTo("cup.count: \"-1\" is not allowed. It must be 1 or more.");
	}

	@Test
	void whenAFileIsWrongThenTheLineNamesTheLineInIt() throws Exception {
		assertThat(refusal(environment(this.folder, "cup:\n  count: 1\n  colour: pink\n")))
			.isEqualTo("cup.colour: \"pink\" is not allowed (cups.yml:3); use one of red, dark-blue.");
		Throwable failure = catchThrowable(() -> environment(this.folder, "cup:\n  count: 1\n  a: b: c\n"));
		assertThat(FailureLines.of(environment()).describe(failure)).startsWith("not valid YAML, mapping values")
			.contains("line 3")
			.doesNotContain("\n");
	}

	@Test
	void whenSpringBootKnowsAFailureThenItsAnalysisIsOneLine() {
		assertThat(FailureLines.of(environment()).describe(new PortInUseException(1)))
			.startsWith("Web server failed to start. Port 1 was already in use. Identify")
			.doesNotContain("\n");
	}

	@Test
	void whenAFailureIsABugThenThereIsNoLine() {
		assertThat(FailureLines.isBadInput(new IllegalStateException("a bug"))).isFalse();
		assertThat(FailureLines.isBadInput(new IllegalStateException(new UsageException("sold out")))).isTrue();
	}

	/** Binds properties, without an application. */
	private static String refusal(StandardEnvironment environment) {
		Throwable refusal = catchThrowable(() -> Binder.get(environment)
			.bind("cup", Bindable.of(Cup.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT)));
		assertThat(refusal).isInstanceOf(BindException.class);
		return String.valueOf(FailureLines.of(environment).describe(refusal));
	}

	private static StandardEnvironment environment(String... arguments) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
		ConfigurationPropertySources.attach(environment);
		return environment;
	}

	private static StandardEnvironment environment(Path folder, String yaml) throws Exception {
		File file = Files.writeString(folder.resolve("cups.yml"), yaml).toFile();
		StandardEnvironment environment = environment();
		MutablePropertySources sources = environment.getPropertySources();
		new YamlPropertySourceLoader().load("cups", new FileSystemResource(file)).forEach(sources::addLast);
		return environment;
	}

	enum Colour {

		RED, DARK_BLUE

	}

	record Cup(@Nullable Colour colour, @Nullable Integer count, @Nullable Double weight, @Nullable Duration age,
			@Nullable DataSize size, @Nullable Boolean full, @Nullable Instant since, @Nullable Path path,
			@Nullable List<Spoon> spoons) {
	}

	record Spoon(@Nullable String metal) {
	}

}
