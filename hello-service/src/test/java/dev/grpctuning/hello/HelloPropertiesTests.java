package dev.grpctuning.hello;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/** The properties of the handlers. */
class HelloPropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(Properties.class);

	@Test
	void whenNothingIsSetThenHandlersOnlyAnswer() {
		this.runner
			.run((context) -> assertThat(context.getBean(HelloProperties.class)).isEqualTo(new HelloProperties(false,
					new HelloProperties.Work(null, null, null, null, Duration.ZERO), DataSize.ofMegabytes(4))));
	}

	@Test
	void whenEverythingIsSetThenItIsBound() {
		this.runner
			.withPropertyValues("hello.print-header=true", "hello.work.delay=5ms", "hello.work.cpu=1ms",
					"hello.work.allocation=64KB", "hello.work.async-delay=2s", "hello.work.max-delay=3s",
					"hello.max-response-size=1MB")
			.run((context) -> assertThat(context.getBean(HelloProperties.class)).isEqualTo(
					new HelloProperties(true,
							new HelloProperties.Work(Duration.ofMillis(5), Duration.ofMillis(1),
									DataSize.ofKilobytes(64), Duration.ofSeconds(2), Duration.ofSeconds(3)),
							DataSize.ofMegabytes(1))));
	}

	@ParameterizedTest
	@CsvSource({ "delay,-1ms", "cpu,-1s", "async-delay,-1s", "max-delay,-1s", "allocation,-1B" })
	void whenWorkIsNegativeThenItIsRefused(String name, String value) {
		this.runner.withPropertyValues("hello.work." + name + "=" + value)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (ex) -> {
					assertThat(ex.getName()).isEqualTo("hello.work." + name);
					assertThat(ex.getReason()).isEqualTo("must not be negative.");
				}));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(HelloProperties.class)
	static class Properties {

	}

}
