package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/** Tests for {@link ExperimentFactory}. */
class ExperimentFactoryTests {

	private static final LocalDateTime LOCAL_START = LocalDateTime.of(2026, 1, 2, 3, 4, 5);

	private final Map<String, String> properties = new HashMap<>();

	@TempDir
	private Path folder;

	@BeforeEach
	void describeAnExperiment() throws IOException {
		this.properties.put("experiment.name", "sample");
		this.properties.put("experiment.output", this.folder.resolve("results").toString());
		this.properties.put("experiment.server.jar", Files.createFile(this.folder.resolve("service.jar")).toString());
		this.properties.put("experiment.variants[0].name", "plain");
		this.properties.put("experiment.variants[1].name", "tuned");
	}

	@Test
	void whenAllIsGivenThenTheExperimentHasIt() {
		this.properties.put("experiment.description", "diagnosis");
		this.properties.put("experiment.server.jvm-options", "-Xms1g,-Xmx1g");
		this.properties.put("experiment.server.properties[hello.print-header]", "true");
		this.properties.put("experiment.server.start-timeout", "9s");
		this.properties.put("experiment.variants[1].changes", "all");
		this.properties.put("experiment.variants[1].profile", "fast");
		this.properties.put("experiment.variants[1].jvm-options[0]", "-Xss1m");
		this.properties.put("experiment.variants[1].properties[a.b]", "c");
		this.properties.put("load.connect-timeout", "3s");
		Experiment experiment = create();
		assertThat(experiment.name()).isEqualTo("sample");
		assertThat(experiment.description()).isEqualTo("diagnosis");
		assertThat(experiment.variants()).startsWith(
				new Variant("plain", null, null, List.of(), Map.of(), null, null, null),
				new Variant("tuned", "all", "fast", List.of("-Xss1m"), Map.of("a.b", "c"), null, null, null));
		assertThat(experiment.setup()).isEqualTo(new ServerSetup(Path.of(property("experiment.server.jar")),
				Path.of(System.getProperty("java.home")), List.of("-Xms1g", "-Xmx1g"),
				Map.of("hello.print-header", "true"), Duration.ofSeconds(9), Duration.ofSeconds(3)));
	}

	@Test
	void whenTheNoiseIsNotAskedForOrThereIsNothingToCompareThenEachVariantRunsOnce() {
		this.properties.put("experiment.control", "false");
		assertThat(create().variants()).extracting(Variant::name).containsExactly("plain", "tuned");
		this.properties.put("experiment.control", "true");
		this.properties.put("experiment.only", "tuned");
		assertThat(create().variants()).extracting(Variant::name).containsExactly("tuned");
	}

	@Test
	void whenItIsRepeatedThenTheBaselineIsThereTwice() {
		this.properties.put("experiment.repeat", "3");
		this.properties.put("experiment.baseline", "tuned");
		this.properties.put("experiment.variants[1].profile", "fast");
		this.properties.put("experiment.variants[2].name", "tuned-control");
		Experiment experiment = create();
		assertThat(experiment.rounds().number()).isEqualTo(3);
		assertThat(experiment.baseline()).isEqualTo("tuned");
		assertThat(experiment.variants()).extracting(Variant::name)
			.containsExactly("plain", "tuned", "tuned-control", "tuned-control-control");
		assertThat(experiment.variants().getLast().profile()).isEqualTo("fast");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "none", textBlock = """
			experiment.repeat | 0
			experiment.repeat | 1001
			experiment.objective | 999ns
			experiment.objective | 61m
			experiment.latency-at | 0
			experiment.latency-at | 1.1
			experiment.latency-at | NaN
			experiment.baseline | plane
			experiment.only | ''
			experiment.time | 0s
			experiment.name | none
			experiment.name | ../up
			experiment.name | .hidden
			experiment.name | two words
			experiment.server.jar | none
			experiment.server.jar | no-such.jar
			experiment.server.jar | .
			experiment.server.java-home | no-such-jdk
			experiment.server.start-timeout | 0s
			experiment.variants[1].name | plain
			experiment.variants[1].name | ../up
			experiment.variants[1].java-home | no-such-jdk
			load.channels | 0
			""")
	void whenAValueIsImpossibleThenItsPropertyIsNamed(String name, @Nullable String value) {
		this.properties.put("load.model", "closed");
		this.properties.remove(name);
		if (value != null) {
			this.properties.put(name, value);
		}
		assertRefused(name);
	}

	@Test
	void whenLatenciesAreMeasuredAtAShareOfTheKneeThenTheExperimentHasTheirLoad() {
		this.properties.put("load.model", "closed");
		assertThat(create().measures().latency()).isNull();
		this.properties.put("experiment.latency-at", "0.6");
		assertThat(create().measures().latency())
			.isEqualTo(new LatencyLoad(0.6, Duration.ofMillis(50), Duration.ofMillis(5), 0.01));
		this.properties.put("experiment.objective", "2500us");
		assertThat(create().measures().latency())
			.isEqualTo(new LatencyLoad(0.6, Duration.ofNanos(2_500_000), Duration.ofNanos(250_000), 0.01));
		assertThat(create().measures().latency()).isNotNull()
			.extracting(LatencyLoad::threshold)
			.hasToString("p99 < 2500us");
		this.properties.put("load.open.max-lag", "1s");
		assertThat(create().measures().latency()).isNotNull()
			.extracting(LatencyLoad::maxLag)
			.isEqualTo(Duration.ofSeconds(1));
		this.properties.put("experiment.latency-at", "");
		assertThat(create().measures().latency()).isNull();
	}

	@Test
	void whenAPlanIsNotClosedThenThereIsNoShareOfTheKnee() {
		this.properties.put("experiment.latency-at", "0.6");
		this.properties.put("load.model", "open");
		assertRefused("experiment.latency-at");
		this.properties.put("load.model", "closed");
		this.properties.put("load.total-calls", "100");
		assertRefused("experiment.latency-at");
		this.properties.remove("load.total-calls");
		this.properties.put("experiment.variants[1].load.model", "blocking");
		assertRefused("experiment.latency-at");
	}

	@Test
	void whenThereIsAnObjectiveThenACallIsLateAfterATenthOfIt() {
		this.properties.put("experiment.objective", "20ms");
		assertThat(create().plan().model()).extracting((model) -> ((LoadModel.Open) model).maxLag())
			.isEqualTo(Duration.ofMillis(2));
		this.properties.put("load.thresholds", "p99 < 10ms");
		assertThat(create().plan().model()).extracting((model) -> ((LoadModel.Open) model).maxLag())
			.isEqualTo(Duration.ofMillis(1));
		this.properties.put("load.open.max-lag", "7ms");
		assertThat(create().plan().model()).extracting((model) -> ((LoadModel.Open) model).maxLag())
			.isEqualTo(Duration.ofMillis(7));
	}

	@Test
	void whenTheBaselineIsNotToRunThenTheFirstVariantIsIt() {
		this.properties.put("experiment.variants[2].name", "direct");
		this.properties.put("experiment.baseline", "direct");
		assertThat(create().baseline()).isEqualTo("direct");
		this.properties.put("experiment.only", "plain,tuned");
		assertThat(create().baseline()).isEqualTo("plain");
	}

	@Test
	void whenASearchIsAskedForWhatItDoesNotDoThenItIsRefused() {
		List<Variant> searched = factory().searched(CommandName.KNEE);
		assertThat(searched).extracting(Variant::name).containsExactly("plain", "tuned");
		assertThat(factory().withNoise(searched)).extracting(Variant::name)
			.containsExactly("plain", "tuned", "plain-control");
		assertThat(factory().withNoise(searched.subList(1, 2))).hasSize(1);
		this.properties.put("experiment.workloads[0].name", "idle");
		assertNotSearched("experiment.workloads: ");
		this.properties.remove("experiment.workloads[0].name");
		this.properties.put("experiment.variants[1].load.codec", "json");
		assertNotSearched("variant tuned: ");
		this.properties.put("experiment.server.mode", "attach");
		assertNotSearched("experiment.server.mode: ");
	}

	private void assertNotSearched(String message) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> factory().searched(CommandName.KNEE))
			.withMessageStartingWith(message);
	}

	@Test
	void whenItBeginsThenItsFolderHasTimeAndName() {
		assertThat(create().directory()).isAbsolute()
			.isEqualTo(Path.of(property("experiment.output"), "20260102-030405-sample"));
	}

	@Test
	void whenOnlySomeAreSelectedThenTheyKeepTheOrderOfTheExperiment() {
		this.properties.put("experiment.variants[2].name", "direct");
		this.properties.put("experiment.only", "direct,plain");
		assertThat(create().variants()).extracting(Variant::name).containsExactly("plain", "direct", "plain-control");
	}

	@Test
	void whenThereIsATimeThenTheExperimentHasItsMetricAndSeed() {
		this.properties.put("experiment.time", "3m");
		this.properties.put("experiment.metric", "server-cpu");
		this.properties.put("experiment.seed", "4711");
		assertThat(create()).satisfies((experiment) -> {
			assertThat(experiment.rounds().time()).hasMinutes(3);
			assertThat(experiment.question().primary()).isEqualTo(Metric.SERVER_CPU);
			assertThat(experiment.rounds().seed()).isEqualTo(4711);
		});
	}

	@Test
	void whenAPropertyHasNoValueThenItLeavesOutWhatAFileSets() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("file", Map.of("experiment.latency-at", "0.6", "experiment.repeat", "3")));
		environment.getPropertySources()
			.addFirst(new MapPropertySource("arguments", Map.of("experiment.latency-at", "")));
		ExperimentProperties bound = ExperimentProperties.bind(environment);
		assertThat(bound.measures().latencyAt()).isNull();
		assertThat(bound.rounds().repeat()).isEqualTo(3);
	}

	@Test
	void whenTwoBuildsAreComparedThenBothHaveTheSettingsOfTheOneVariant() {
		this.properties.keySet().removeIf((name) -> name.startsWith("experiment.variants[1]"));
		this.properties.put("experiment.variants[0].profile", "tuned");
		this.properties.put("experiment.control", "false");
		Experiment builds = builds();
		assertThat(builds.baseline()).isEqualTo("old");
		assertThat(builds.variants()).extracting(Variant::name, Variant::profile, Variant::jar)
			.containsExactly(tuple("old", "tuned", jar("a.jar")), tuple("new", "tuned", jar("b.jar")));
		this.properties.keySet().removeIf((name) -> name.matches("experiment.variants.*|experiment.server.jar"));
		assertThat(builds().variants()).as("neither variant nor jar is needed").hasSize(2);
	}

	@Test
	void whenTwoBuildsAreComparedThenThereIsOneVariantAtMost() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(this::builds)
			.satisfies((refusal) -> assertThat(refusal.getName()).isEqualTo("experiment.variants"));
	}

	private Experiment builds() {
		return factory().ofBuilds(LOCAL_START.atZone(ZoneId.systemDefault()).toInstant(), jar("a.jar"), jar("b.jar"));
	}

	/** An executable jar, which is never run. */
	private Path jar(String name) {
		Path jar = this.folder.resolve(name);
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Main");
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			out.putNextEntry(new JarEntry("BOOT-INF/lib/spring-boot-grpc-server-4.1.2.jar"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return jar;
	}

	private InvalidConfigurationPropertyValueException assertRefused(String name) {
		return assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(this::create)
			.satisfies((refusal) -> {
				assertThat(refusal.getName()).isEqualTo(name);
				assertThat(refusal.getReason()).startsWith("It must").endsWith(".");
			})
			.actual();
	}

	private String property(String name) {
		return this.properties.getOrDefault(name, "");
	}

	private Experiment create() {
		return factory().create(LOCAL_START.atZone(ZoneId.systemDefault()).toInstant());
	}

	private ExperimentFactory factory() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("the test", Map.copyOf(this.properties)));
		ConfigurationPropertySources.attach(environment);
		Binder binder = Binder.get(environment);
		return new ExperimentFactory(binder.bindOrCreate("load", Bindable.of(LoadProperties.class)),
				binder.bindOrCreate("experiment", Bindable.of(ExperimentProperties.class)), environment);
	}

}
