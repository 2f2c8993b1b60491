package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
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

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.Warmup;
import dev.grpctuning.load.experiment.Grid;
import dev.grpctuning.load.experiment.GridCell;
import dev.grpctuning.load.target.CallPlan;
import dev.grpctuning.load.target.CallSettings;
import dev.grpctuning.load.target.Cancellation;
import dev.grpctuning.load.target.Compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link GridFactory}, with the defaults that the command has.
 */
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
		Grid grid = create();
		assertThat(grid.codecs()).containsExactly(HelloCodec.PROTOBUF, HelloCodec.JSON, HelloCodec.WIRE);
		assertThat(grid.clients()).containsExactly(1, 10, 100);
		assertThat(grid.delays()).map((delay) -> delay.toNanos() / 1000).containsExactly(0L, 1L, 10L, 100L, 1000L);
		assertThat(grid.plan().model().duration()).isEqualTo(Duration.ofSeconds(10));
		assertThat(grid.plan().model().warmup()).isEqualTo(new Warmup.Fixed(Duration.ofSeconds(1)));
		assertThat(grid.plan().call().callee()).isEqualTo(new CallPlan.Hello(HelloCodec.PROTOBUF, 1000));
		assertThat(grid.length()).isEqualTo(Duration.ofSeconds(45 * 11 + 30));
		assertThat(grid.setup().properties()).isEqualTo(Map.of("grpc.tuning.executor.type", "virtual"));
		assertThat(grid.directory()).isAbsolute().hasFileName("20260102-030405-grid");
	}

	@Test
	void whenAllIsSetThenTheGridHasIt() throws IOException {
		this.properties.put("grid.clients", "3");
		this.properties.put("grid.delays", "7,2ms");
		this.properties.put("grid.codecs", "wire");
		this.properties.put("grid.warmup", "0s");
		this.properties.put("load.duration", "250ms");
		this.properties.put("load.hello.longs", "0");
		this.properties.put("load.warmup", "0s");
		this.properties.put("experiment.server.properties[grpc.tuning.executor.type]", "fixed");
		this.properties.put("experiment.server.jvm-options", "-Xmx64m");
		Grid grid = create();
		assertThat(grid.cells()).map(GridCell::name)
			.containsExactly("wire, 3 clients, 7 us", "wire, 3 clients, 2000 us");
		assertThat(grid.warmup()).isZero();
		assertThat(grid.length()).isEqualTo(Duration.ofMillis(500));
		assertThat(grid.plan().call().callee()).isEqualTo(new CallPlan.Hello(HelloCodec.PROTOBUF, 0));
		assertThat(grid.plan().model()).isInstanceOf(LoadModel.Blocking.class);
		assertThat(grid.setup().properties()).isEqualTo(Map.of("grpc.tuning.executor.type", "fixed"));
		assertThat(grid.setup().jvmOptions()).containsExactly("-Xmx64m");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			grid.clients | 0    | It must be numbers from 1 to 1000000.
			grid.clients | 2,2  | It must list each value once.
			grid.clients | ''   | It must list one value or more.
			grid.codecs  | ''   | It must list one value or more.
			grid.codecs  | json,JSON | It must list each value once.
			grid.delays  | -1   | It must be whole microseconds from 0 to 60000000.
			grid.delays  | 61s  | It must be whole microseconds from 0 to 60000000.
			grid.delays  | 10ns | It must be whole microseconds from 0 to 60000000.
			grid.warmup  | -1s  | It must not be negative.
			""")
	void whenAValueCannotBeUsedThenItsPropertyIsNamed(String name, String value, String reason) {
		this.properties.put(name, value);
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(this::create)
			.satisfies((ex) -> {
				assertThat(ex.getName()).isEqualTo(name);
				assertThat(ex.getReason()).isEqualTo(reason);
			});
	}

	@ParameterizedTest
	@CsvSource({ "load.target,localhost:9090", "load.call,a.B/C", "load.codec,json", "load.blocking.clients,3",
			"load.start-at,2026-01-31T12:00:00Z", "load.histogram,a.hlog" })
	void whenAPropertyWouldBeUnusedThenItIsRefused(String name, String value) {
		this.properties.put(name, value);
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.withMessage(name
					+ ": grid starts a server of its own and says in each cell what is called; leave it out, or use run.");
	}

	@Test
	void whenCallsAreToWaitForADelayOfTheirOwnThenTheCellsDelayIsNamed() {
		this.properties.put("load.metadata.X-Work-Delay-Us", "5");
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.withMessage("load.metadata.x-work-delay-us: each cell of grid has a delay of its own; set grid.delays.");
	}

	@Test
	void whenItIsSaidHowCallsAreMadeThenCellsMakeThemSo() throws IOException {
		this.properties.put("load.deadline", "7s");
		this.properties.put("load.compression", "gzip");
		this.properties.put("load.cancel.share", "0.5");
		this.properties.put("load.metadata.X-Key", "value");
		CallPlan call = create().plan().call();
		assertThat(call.settings()).isEqualTo(new CallSettings(Duration.ofSeconds(7), null, Compression.GZIP, false,
				new Cancellation(0.5, Duration.ZERO)));
		assertThat(call.metadata()).isEqualTo(Map.of("x-key", "value"));
	}

	@Test
	void whenClientsAreToDoSomethingElseThenItIsRefused() {
		this.properties.put("load.model", "closed");
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.withMessage("load.model: grid has clients that wait for each answer; leave it out, or use run.");
	}

	private Grid create() throws IOException {
		StandardEnvironment environment = new StandardEnvironment();
		MutablePropertySources sources = environment.getPropertySources();
		sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
		sources.addLast(new MapPropertySource("given", this.properties));
		new YamlPropertySourceLoader().load("application", new ClassPathResource("application.yml"))
			.stream()
			.filter((document) -> GridCommand.NAME.equals(document.getProperty("spring.config.activate.on-profile")))
			.forEach(sources::addLast);
		ConfigurationPropertySources.attach(environment);
		Binder binder = Binder.get(environment);
		LoadProperties load = binder.bindOrCreate("load", Bindable.of(LoadProperties.class));
		return new GridFactory(load, binder.bindOrCreate("grid", Bindable.of(GridProperties.class)),
				new ExperimentFactory(load, binder.bindOrCreate("experiment", Bindable.of(ExperimentProperties.class)),
						new ExperimentPlans(environment, new DefaultListableBeanFactory())),
				environment)
			.create(LOCAL_START.atZone(ZoneId.systemDefault()).toInstant());
	}

}
