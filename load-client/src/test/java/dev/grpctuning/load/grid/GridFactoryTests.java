package dev.grpctuning.load.grid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.ExperimentRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.text.RunWords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link GridFactory}, with the defaults that the command has. */
@Tag(Approved.TAG)
class GridFactoryTests {

	private static final LocalDateTime LOCAL_START = LocalDateTime.of(2026, 1, 2, 3, 4, 5);

	private final Map<String, Object> properties = new HashMap<>();

	@BeforeEach
	void haveAServer(@TempDir Path folder) throws IOException {
		this.properties.put("experiment.output", folder.toString());
		this.properties.put("experiment.server.jar", Files.createFile(folder.resolve("service.jar")).toString());
	}

	@Test
	void whenNothingIsSetThenTheWorkloadsAndTheirPlansAreTheApprovedOnes() throws IOException {
		Experiment grid = create();
		Approved.assertCase("grid.txt",
				grid.variants()
					.stream()
					.map((variant) -> variant.title() + ": " + RunWords.plan(PlanDocument.of(grid.plan(variant))))
					.toArray(String[]::new));
		assertThat(grid.directory()).isAbsolute().hasFileName("20260102-030405-grid");
	}

	@Test
	void whenPropertiesAreSetThenTheGridHasThem() {
		Approved.assertCase("grid.txt", Stream.of(
				"grid.clients=1,50; grid.delays=0,1ms; grid.codecs=json,wire; grid.warmup=8s",
				"grid.clients=3; grid.delays=7,2ms; grid.codecs=wire; load.duration=250ms; load.hello.longs=0; load.warmup=0s; grid.warmup=0s",
				"grid.clients=1; grid.delays=0; load.metadata.X-Key=value; load.engine=raw; load.channels=3",
				"grid.clients=1; grid.delays=0; experiment.server.properties[grpc.tuning.executor.type]=fixed; experiment.server.jvm-options=-Xmx64m")
			.map((line) -> line + " -> " + described(line))
			.toArray(String[]::new));
	}

	private String described(String line) {
		this.properties.keySet().removeIf((name) -> !name.matches("experiment\\.(output|server\\.jar)"));
		for (String given : line.split("; ")) {
			String[] property = given.split("=", 2);
			this.properties.put(property[0], property[1]);
		}
		try {
			Experiment grid = create();
			LoadPlan last = grid.plan(grid.variants().getLast());
			return "%s; baseline %s; %s; server %s %s; warm-ups %s; last %s on %d channels by %s, %s %s".formatted(
					grid.variants().stream().map(Variant::title).toList(), grid.baseline(),
					ExperimentRun.length(grid, RunServers.unchanged(grid.setup(), grid.directory())),
					new TreeMap<>(grid.setup().properties()), grid.setup().jvmOptions(),
					Objects.requireNonNull(grid.warmUps())
						.stream()
						.map((warmUp) -> "%s %s %s %s".formatted(warmUp.time(), warmUp.plan().model(),
								warmUp.plan().call().callee(), warmUp.plan().call().metadata()))
						.toList(),
					last.model(), last.channels(), last.engine(), last.call().callee(), last.call().metadata());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void whenAValueCannotBeUsedThenItsPropertyIsNamed() {
		Approved.assertCase("grid.txt", """
				grid.clients=0
				grid.clients=2,2
				grid.clients=
				grid.codecs=
				grid.codecs=json,JSON
				grid.delays=-1
				grid.delays=61s
				grid.delays=10ns
				grid.warmup=-1s
				""".lines().map(this::refusal).toArray(String[]::new));
	}

	private String refusal(String given) {
		String[] property = given.split("=", 2);
		this.properties.put(property[0], property[1]);
		InvalidConfigurationPropertyValueException refusal = assertThatExceptionOfType(
				InvalidConfigurationPropertyValueException.class)
			.isThrownBy(this::create)
			.actual();
		assertThat(refusal.getName()).isEqualTo(property[0]);
		this.properties.remove(property[0]);
		return given + ": " + refusal.getReason();
	}

	@ParameterizedTest
	@CsvSource({ "load.target,localhost:9090", "load.call,a.B/C", "load.codec,json", "load.blocking.clients,3",
			"load.start-at,2026-01-31T12:00:00Z", "load.until,p99+-5%", "load.histogram,a.hlog" })
	void whenAPropertyWouldBeUnusedThenItIsRefused(String name, String value) {
		this.properties.put(name, value);
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.withMessageStartingWith(name + ": grid ");
	}

	@Test
	void whenCallsAreToWaitForADelayOfTheirOwnThenTheCellsDelayIsNamed() {
		this.properties.put("load.metadata.X-Work-Delay-Us", "5");
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.satisfies((ex) -> Approved.assertCase("grid.txt", ex.getMessage()));
	}

	@Test
	void whenClientsAreToDoSomethingElseThenItIsRefused() {
		this.properties.put("load.model", "closed");
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.satisfies((ex) -> Approved.assertCase("grid.txt", ex.getMessage()));
	}

	private Experiment create() throws IOException {
		StandardEnvironment environment = new StandardEnvironment();
		MutablePropertySources sources = environment.getPropertySources();
		sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
		sources.addLast(new MapPropertySource("given", this.properties));
		new YamlPropertySourceLoader().load("application", new ClassPathResource("application.yml"))
			.stream()
			.filter((document) -> CommandName.GRID.toString()
				.equals(document.getProperty("spring.config.activate.on-profile")))
			.forEach(sources::addLast);
		ConfigurationPropertySources.attach(environment);
		Binder binder = Binder.get(environment);
		LoadProperties load = binder.bindOrCreate("load", Bindable.of(LoadProperties.class));
		return new GridFactory(
				load, binder.bindOrCreate("grid", Bindable.of(GridProperties.class)), new ExperimentFactory(load,
						binder.bindOrCreate("experiment", Bindable.of(ExperimentProperties.class)), environment),
				environment)
			.create(LOCAL_START.atZone(ZoneId.systemDefault()).toInstant());
	}

}
