package dev.grpctuning.load.config;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link LoadProperties} that cannot be used. */
class LoadPropertiesRefusalTests {

	private final ApplicationContextRunner context = new ApplicationContextRunner()
		.withUserConfiguration(Properties.class);

	@Test
	void whenAValueIsUsedByTheModelThenItIsChecked() {
		assertRefused("load.closed.outstanding", "load.closed.outstanding=0", "load.model=closed");
	}

	@Test
	void whenEngineIsRawThenAStubIsRefused() {
		assertRefused("load.stub", "load.engine=raw", "load.stub=future");
	}

	@ParameterizedTest
	@CsvSource({ "load.hello.longs, -1", "load.hello.longs, 1000001", "load.channels, 0", "load.channels, -1",
			"load.burst.count, 0", "load.burst.size, 0", "load.burst.size, -5", "load.burst.interval, -1ms",
			"load.max-open-calls, 0", "load.max-open-calls, -1", "load.connect-timeout, 0s",
			"load.connect-timeout, -1s", "load.drain, -1s", "load.timeout, 0s", "load.timeout, -1s",
			"load.timeout, 200000d", "load.drain, 366d", "load.total-calls, 0", "load.total-calls, 7" })
	void whenValueIsOutOfRangeThenItsPropertyIsNamed(String name, String value) {
		assertRefused(name, "load.model=burst", name + "=" + value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "my key", "-bin", "schlüssel", "a/b", "te", "Content-Type", "grpc-timeout", "host",
			"user-agent", "connection", "upgrade" })
	void whenMetadataKeyIsNoneOfGrpcThenItsPropertyIsNamed(String key) {
		assertRefused("load.metadata." + key, "load.metadata.[" + key + "]=value");
	}

	@Test
	void whenTimeoutIsShorterThanThePlanThenItIsRefused() {
		assertRefused("load.timeout", "load.model=closed", "load.duration=20s", "load.timeout=20s");
		assertRefused("load.timeout", "load.burst.count=11", "load.burst.interval=1s", "load.timeout=10s");
	}

	@ParameterizedTest
	@ValueSource(strings = { "zwölf", "a\n b", "a\ttab" })
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
	@CsvSource({ "load.model, waves", "load.stub, reactive", "load.burst.pacing, fast", "load.channels, many",
			"load.max-open-calls, 1.5", "load.duration, long", "load.open.rate, fast", "load.open.arrivals, bursts",
			"load.open.seed, 1.5", "load.burst.interval, 5parsecs", "load.warmup, soon", "load.ramp.of, latency",
			"load.ramp.to, high", "load.steps.each, long", "load.blocking.clients, few" })
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
	@ValueSource(strings = { "load.chanels", "load.burst.cuont", "load.closed.count", "load.open.rates" })
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
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
				.isThrownBy(new LoadPlans(properties)::plan)
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
