package dev.grpctuning.autoconfigure.netdevh;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerAutoConfiguration;
import net.devh.boot.grpc.server.autoconfigure.GrpcServerMetricAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** Which of the two sets of meters of calls with the same names an application has. */
class CallMetersTests {

	private static final String OURS = "grpcTuningCallMetersCustomizer";

	private static final String THEIRS = "streamTracerFactoryConfigurer";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withConfiguration(
				AutoConfigurations.of(GrpcServerAutoConfiguration.class, GrpcServerMetricAutoConfiguration.class,
						GrpcTuningAutoConfiguration.class, NetDevhServerAutoConfiguration.class))
		.withPropertyValues("grpc.server.port=0");

	@ParameterizedTest
	@ValueSource(strings = { "grpc.metricsA66Enabled=false", "spring.application.name=a" })
	void whenTheFrameworksMetersAreNotWantedThenTheStarterMeasuresTheCalls(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertThat(context).hasBean(OURS).doesNotHaveBean(THEIRS));
	}

	@ParameterizedTest
	@ValueSource(strings = "grpc.metricsA66Enabled=true")
	void whenTheStarterIsNotToMeasureThenTheFrameworkMeasuresTheCalls(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertThat(context).hasBean(THEIRS).doesNotHaveBean(OURS));
	}

	/** The client of net.devh has its meters by the same property. */
	@Test
	void whenTheApplicationSetsNothingThenThePropertyOfTheFrameworkIsNotSet() {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Object.class)
			.web(WebApplicationType.NONE)
			.run()) {
			assertThat(context.getEnvironment().containsProperty("grpc.metricsA66Enabled")).isFalse();
		}
	}

}
