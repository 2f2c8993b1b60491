package dev.grpctuning.load.grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
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

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.ExperimentRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ExperimentPlans;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.hello.HelloCall;
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
	void whenNothingIsSetThenItIsTheGridOfTheTable() throws IOException {
		Experiment grid = create();
		assertThat(grid.variants()).hasSize(45)
			.first()
			.extracting(Variant::title)
			.isEqualTo("protobuf · 1-client-0-us");
		assertThat(grid.variants()).extracting(Variant::name).startsWith("protobuf", "json", "wire", "protobuf");
		assertThat(workloads(grid)).hasSize(15)
			.startsWith("1-client-0-us", "10-clients-0-us", "100-clients-0-us", "1-client-1-us")
			.endsWith("100-clients-1000-us");
		assertThat(grid.baseline()).isEqualTo("protobuf");
		assertThat(grid.rounds().number()).isEqualTo(1);
		assertThat(grid.variants()).allSatisfy((variant) -> {
			LoadModel model = grid.plan(variant).model();
			assertThat(model.duration()).isEqualTo(Duration.ofSeconds(10));
			assertThat(model.warmup()).isEqualTo(new Warmup.Fixed(Duration.ofSeconds(1)));
		});
		assertThat(ExperimentRun.length(grid, RunServers.unchanged(grid.setup(), grid.directory())))
			.isEqualTo(Duration.ofSeconds(45 * 11 + 30));
		assertThat(grid.setup().properties())
			.isEqualTo(Map.of("grpc.tuning.executor.type", "virtual", "hello.work.max-delay", "PT1M"));
		assertThat(grid.directory()).isAbsolute().hasFileName("20260102-030405-grid");
	}

	@Test
	void whenNothingIsSetThenTheWorkloadsAndTheirPlansAreTheApprovedOnes() throws IOException {
		Experiment grid = create();
		Approved.assertCase("grid.txt",
				grid.variants()
					.stream()
					.map((variant) -> variant.title() + ": " + RunWords.plan(PlanDocument.of(grid.plan(variant))))
					.toArray(String[]::new));
	}

	@Test
	void whenACellIsDrivenThenItsClientsCallItsCodecAndAskForItsDelay() throws IOException {
		this.properties.put("grid.clients", "1,50");
		this.properties.put("grid.delays", "0,1ms");
		this.properties.put("grid.codecs", "json,wire");
		this.properties.put("load.metadata.X-Key", "value");
		this.properties.put("load.engine", "raw");
		this.properties.put("load.channels", "3");
		Experiment grid = create();
		assertThat(grid.variants()).extracting(Variant::title)
			.containsExactly("json · 1-client-0-us", "wire · 1-client-0-us", "json · 50-clients-0-us",
					"wire · 50-clients-0-us", "json · 1-client-1000-us", "wire · 1-client-1000-us",
					"json · 50-clients-1000-us", "wire · 50-clients-1000-us");
		LoadPlan plan = grid.plan(grid.variants().getLast());
		assertThat(plan.model())
			.isEqualTo(new LoadModel.Blocking(50, new Warmup.Fixed(Duration.ofSeconds(1)), Duration.ofSeconds(10)));
		assertThat(plan.engine()).isEqualTo(LoadEngine.RAW);
		assertThat(plan.channels()).isEqualTo(3);
		assertThat(plan.call().callee()).isEqualTo(new HelloCall(HelloCodec.WIRE, 1000));
		assertThat(plan.call().metadata()).isEqualTo(Map.of("x-key", "value", "x-work-delay-us", "1000"));
	}

	@Test
	void whenWarmedUpThenTheMostClientsCallWithEachCodecForTheirPartOfTheTime() throws IOException {
		this.properties.put("grid.clients", "1,50");
		this.properties.put("grid.delays", "1ms");
		this.properties.put("grid.codecs", "json,wire");
		this.properties.put("grid.warmup", "8s");
		Experiment grid = create();
		assertThat(grid.warmUps()).allSatisfy((warmUp) -> {
			assertThat(warmUp.time()).isEqualTo(Duration.ofSeconds(4));
			assertThat(warmUp.plan().model()).isEqualTo(new LoadModel.Blocking(50, Warmup.NONE, Duration.ofSeconds(4)));
			assertThat(warmUp.plan().call().metadata()).containsEntry("x-work-delay-us", "0");
		})
			.extracting((warmUp) -> warmUp.plan().call().callee())
			.containsExactly(new HelloCall(HelloCodec.JSON, 1000), new HelloCall(HelloCodec.WIRE, 1000));
		assertThat(ExperimentRun.length(grid, RunServers.unchanged(grid.setup(), grid.directory())))
			.isEqualTo(Duration.ofSeconds(8 + 4 * 11));
	}

	@Test
	void whenTheServerHasPropertiesThenTheyWin() throws IOException {
		this.properties.put("grid.warmup", "0s");
		this.properties.put("experiment.server.properties[grpc.tuning.executor.type]", "fixed");
		this.properties.put("experiment.server.jvm-options", "-Xmx64m");
		Experiment grid = create();
		assertThat(grid.warmUps()).isEmpty();
		assertThat(grid.setup().properties())
			.isEqualTo(Map.of("grpc.tuning.executor.type", "fixed", "hello.work.max-delay", "PT1M"));
		assertThat(grid.setup().jvmOptions()).containsExactly("-Xmx64m");
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

	private static Stream<String> workloads(Experiment grid) {
		return grid.variants().stream().map((variant) -> Objects.requireNonNull(variant.workload()).name()).distinct();
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
		return new GridFactory(load, binder.bindOrCreate("grid", Bindable.of(GridProperties.class)),
				new ExperimentFactory(load, binder.bindOrCreate("experiment", Bindable.of(ExperimentProperties.class)),
						new ExperimentPlans(environment)),
				environment)
			.create(LOCAL_START.atZone(ZoneId.systemDefault()).toInstant());
	}

}
