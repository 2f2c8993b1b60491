package dev.grpctuning.load;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import dev.grpctuning.load.engine.LoadEngine;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;
import dev.grpctuning.load.target.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LoadProperties}.
 */
class LoadPropertiesTests {

	private static final String[] ALL = { "load.target=10.0.0.1:7", "load.model=closed", "load.engine=stub",
			"load.stub=blocking", "load.channels=3", "load.turns.count=11", "load.turns.calls=12",
			"load.turns.interval=13ms", "load.turns.pacing=schedule", "load.closed.outstanding=14",
			"load.open.rate=0.5", "load.open.arrivals=poisson", "load.open.seed=-3", "load.open.max-lag=4ms",
			"load.open.max-lag-share=0.25", "load.duration=15s", "load.warmup=16s", "load.metadata.X-Key=value",
			"load.max-open-calls=17", "load.connect-timeout=18s", "load.drain=19s", "load.timeout=40s",
			"load.output=out/result.json", "load.start-at=2026-01-31T12:00:00Z" };

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(Properties.class);

	@Test
	void whenNothingIsSetThenDefaultsApply() {
		this.context.run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			assertThat(properties)
				.isEqualTo(new LoadProperties("localhost:9090", LoadProperties.Model.TURNS, LoadEngine.STUB, null, 1,
						new LoadProperties.Turns(100, 10_000, Duration.ofMillis(200), Pacing.PAUSE),
						new LoadProperties.Closed(10),
						new LoadProperties.Open(200, Arrivals.CONSTANT, 1, Duration.ofMillis(10), 0.01),
						Duration.ofSeconds(10), Duration.ZERO, Map.of(), null, Duration.ofSeconds(5),
						Duration.ofSeconds(60), null, null, null));
			LoadPlan plan = properties.plan();
			assertThat(plan.model())
				.isEqualTo(new LoadModel.Turns(new TurnSchedule(100, 10_000, Duration.ofMillis(200), Pacing.PAUSE)));
			assertThat(plan.engine()).isEqualTo(LoadEngine.STUB);
			assertThat(plan.stub()).isEqualTo(StubKind.FUTURE);
			assertThat(plan.maxOpenCalls()).isEqualTo(Runtime.getRuntime().maxMemory() / 4096);
			assertThat(properties.address()).isEqualTo(new TargetAddress("localhost", 9090));
		});
	}

	@Test
	void whenAllIsSetThenAllIsBound() {
		this.context.withPropertyValues(ALL).run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			assertThat(properties)
				.isEqualTo(new LoadProperties("10.0.0.1:7", LoadProperties.Model.CLOSED, LoadEngine.STUB,
						StubKind.BLOCKING, 3, new LoadProperties.Turns(11, 12, Duration.ofMillis(13), Pacing.SCHEDULE),
						new LoadProperties.Closed(14),
						new LoadProperties.Open(0.5, Arrivals.POISSON, -3, Duration.ofMillis(4), 0.25),
						Duration.ofSeconds(15), Duration.ofSeconds(16), Map.of("X-Key", "value"), 17,
						Duration.ofSeconds(18), Duration.ofSeconds(19), Duration.ofSeconds(40),
						Path.of("out/result.json"), Instant.parse("2026-01-31T12:00:00Z")));
			assertThat(properties.plan()).isEqualTo(new LoadPlan(
					new LoadModel.Closed(14, Duration.ofSeconds(16), Duration.ofSeconds(15)), StubKind.BLOCKING, 3,
					Map.of("x-key", "value"), 17, Duration.ofSeconds(19), Duration.ofSeconds(40)));
			assertThat(properties.address()).isEqualTo(new TargetAddress("10.0.0.1", 7));
		});
	}

	@Test
	void whenEngineIsRawThenMoreCallsMayBeOpen() {
		this.context.withPropertyValues("load.engine=raw").run((loaded) -> {
			LoadPlan plan = loaded.getBean(LoadProperties.class).plan();
			assertThat(plan.engine()).isEqualTo(LoadEngine.RAW);
			assertThat(plan.maxOpenCalls())
				.isEqualTo(Math.clamp(Runtime.getRuntime().maxMemory() / 512, 1, Integer.MAX_VALUE));
		});
	}

	@Test
	void whenEngineIsRawThenAStubIsRefused() {
		assertRefused("load.stub", "load.engine=raw", "load.stub=future");
	}

	@Test
	void whenAPropertyIsAddedThenItIsTestedHere() throws Exception {
		Stream<String> tested = Arrays.stream(ALL).map((property) -> property.replaceAll("(\\.X-Key)?=.*", ""));
		assertThat(PropertyMetadata.describedUnder("load").keySet())
			.containsExactlyInAnyOrderElementsOf(tested.toList());
	}

	@ParameterizedTest
	@CsvSource({ "load.channels, 0", "load.channels, -1", "load.turns.count, 0", "load.turns.calls, 0",
			"load.turns.calls, -5", "load.turns.interval, -1ms", "load.max-open-calls, 0", "load.max-open-calls, -1",
			"load.connect-timeout, 0s", "load.connect-timeout, -1s", "load.drain, -1s", "load.timeout, 0s",
			"load.timeout, -1s", "load.timeout, 200000d", "load.drain, 366d" })
	void whenValueIsOutOfRangeThenItsPropertyIsNamed(String name, String value) {
		assertRefused(name, name + "=" + value);
	}

	@ParameterizedTest
	@CsvSource({ "load.closed.outstanding, 0", "load.closed.outstanding, -1", "load.duration, 0s", "load.duration, -1s",
			"load.warmup, -1s" })
	void whenValueOfTheClosedModelIsOutOfRangeThenItsPropertyIsNamed(String name, String value) {
		assertRefused(name, "load.model=closed", name + "=" + value);
	}

	@ParameterizedTest
	@CsvSource({ "load.open.rate, 0", "load.open.rate, -0.5", "load.open.rate, NaN", "load.open.rate, Infinity",
			"load.open.rate, 10000001", "load.open.max-lag, -1ms", "load.open.max-lag, 366d",
			"load.open.max-lag-share, -0.1", "load.open.max-lag-share, 1.1", "load.open.max-lag-share, NaN",
			"load.duration, 0s", "load.warmup, -1s" })
	void whenValueOfTheOpenModelIsOutOfRangeThenItsPropertyIsNamed(String name, String value) {
		assertRefused(name, "load.model=open", name + "=" + value);
	}

	@Test
	void whenModelIsOpenThenThePlanIsOneOfARate() {
		this.context
			.withPropertyValues("load.model=open", "load.open.rate=0.25", "load.open.arrivals=poisson",
					"load.open.seed=5", "load.open.max-lag=0s", "load.open.max-lag-share=1", "load.warmup=2s",
					"load.duration=3s")
			.run((loaded) -> assertThat(loaded.getBean(LoadProperties.class).plan().model())
				.isEqualTo(new LoadModel.Open(0.25, Arrivals.POISSON, 5, Duration.ZERO, 1, Duration.ofSeconds(2),
						Duration.ofSeconds(3))));
	}

	@ParameterizedTest
	@EnumSource
	void whenThePlanIsToHaveNoEndThenNoModelHasOne(LoadProperties.Model model) {
		this.context.withPropertyValues("load.model=" + model, "load.warmup=1s").run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			LoadPlan plan = properties.endlessPlan();
			assertThat(plan.endless()).isTrue();
			assertThat(properties.plan().endless()).isFalse();
			switch (plan.model()) {
				case LoadModel.Turns turns -> assertThat(turns.schedule().turns()).isEqualTo(Long.MAX_VALUE);
				case LoadModel.Closed closed -> assertThat(closed.duration()).isEqualTo(LoadModel.ENDLESS);
				case LoadModel.Open open -> assertThat(open.duration()).isEqualTo(LoadModel.ENDLESS);
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.turns.interval=0s", "load.drain=0s", "load.channels=1", "load.max-open-calls=1",
			"load.timeout=20s", "load.connect-timeout=1ms", "load.closed.outstanding=0", "load.turns.count=1" })
	void whenValueIsAtItsBoundOrNotUsedByTheModelThenItIsTaken(String property) {
		this.context.withPropertyValues(property)
			.run((loaded) -> assertThat(loaded.getBean(LoadProperties.class).plan()).isNotNull());
	}

	@ParameterizedTest
	@ValueSource(strings = { "my key", "trace-bin", "schlüssel", "a/b" })
	void whenMetadataKeyIsNoneOfGrpcThenItsPropertyIsNamed(String key) {
		assertRefused("load.metadata." + key, "load.metadata.[" + key + "]=value");
	}

	@Test
	void whenMetadataComesFromAVariableThenItsKeyHasHyphens() {
		Map<String, String> variables = Map.of("LOAD_METADATA_X_THE_HEADER", "hi");
		assertThat(LoadProperties.metadataKey("x.the.header", variables)).isEqualTo("x-the-header");
		assertThat(LoadProperties.metadataKey("x.other", variables)).isEqualTo("x.other");
	}

	@Test
	void whenTimeoutIsNotSetThenItLeavesRoomForThePlan() {
		this.context.withPropertyValues("load.model=closed", "load.duration=20m", "load.warmup=1m", "load.drain=2m")
			.run((loaded) -> assertThat(loaded.getBean(LoadProperties.class).plan().timeout())
				.isEqualTo(Duration.ofMinutes(28)));
	}

	@Test
	void whenTimeoutIsShorterThanThePlanThenItIsRefused() {
		assertRefused("load.timeout", "load.model=closed", "load.duration=20s", "load.timeout=20s");
		assertRefused("load.timeout", "load.turns.count=11", "load.turns.interval=1s", "load.timeout=10s");
	}

	@ParameterizedTest
	@ValueSource(strings = { "zwölf", "two\nlines", "a\ttab" })
	void whenMetadataValueIsNotAsciiThenItsPropertyIsNamed(String value) {
		assertRefused("load.metadata.x-key", "load.metadata.x-key=" + value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "localhost:0", "localhost:65536", "http://localhost:9090", "" })
	void whenTargetIsNotHostAndPortThenItsPropertyIsNamed(String target) {
		this.context.withPropertyValues("load.target=" + target).run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(properties::address)
				.satisfies((refusal) -> {
					assertThat(refusal.getName()).isEqualTo("load.target");
					assertThat(refusal.getValue()).isEqualTo(target);
					assertThat(refusal.getReason()).contains("host:port");
				});
		});
	}

	@ParameterizedTest
	@CsvSource({ "load.model, waves", "load.stub, reactive", "load.turns.pacing, fast", "load.channels, many",
			"load.max-open-calls, 1.5", "load.duration, long", "load.open.rate, fast", "load.open.arrivals, bursts",
			"load.open.seed, 1.5", "load.turns.interval, 5parsecs" })
	void whenValueIsOfAnotherKindThenItsPropertyIsNamed(String name, String value) {
		this.context.withPropertyValues(name + "=" + value)
			.run((failed) -> assertThat(failed.getStartupFailure()).isNotNull().satisfies((failure) -> {
				BindException refusal = cause(failure, BindException.class);
				ConfigurationProperty property = refusal.getProperty();
				assertThat(property).isNotNull()
					.satisfies((refused) -> assertThat(refused.getName()).hasToString(name))
					.satisfies((refused) -> assertThat(refused.getValue()).isEqualTo(value));
			}));
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.chanels", "load.turns.cuont", "load.closed.count", "load.open.rates" })
	void whenThereIsNoSuchPropertyThenItIsNamed(String name) {
		this.context.withPropertyValues(name + "=1")
			.run((failed) -> assertThat(failed.getStartupFailure()).isNotNull()
				.satisfies((failure) -> assertThat(
						cause(failure, UnboundConfigurationPropertiesException.class).getUnboundProperties())
					.singleElement()
					.satisfies((property) -> assertThat(property.getName()).hasToString(name))));
	}

	private void assertRefused(String name, String... values) {
		this.context.withPropertyValues(values).run((loaded) -> {
			LoadProperties properties = loaded.getBean(LoadProperties.class);
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(properties::plan)
				.satisfies((refusal) -> {
					assertThat(refusal.getName()).isEqualTo(name);
					assertThat(refusal.getReason()).contains(" must ").endsWith(".");
					assertThat(refusal).hasMessageContaining(name);
				});
		});
	}

	private static <T extends Throwable> T cause(Throwable failure, Class<T> type) {
		return Stream.iterate(failure, (next) -> next.getCause() != null, Throwable::getCause)
			.flatMap((next) -> Stream.ofNullable(next.getCause()))
			.filter(type::isInstance)
			.map(type::cast)
			.findFirst()
			.orElseThrow(() -> new AssertionError("no " + type.getSimpleName(), failure));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(LoadProperties.class)
	static class Properties {

	}

}
