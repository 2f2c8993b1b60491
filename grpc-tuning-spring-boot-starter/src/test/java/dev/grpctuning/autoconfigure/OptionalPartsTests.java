package dev.grpctuning.autoconfigure;

import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.grpctuning.actuate.GrpcConnectionsEndpoint;
import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.server.Tuning;

import static org.assertj.core.api.Assertions.assertThat;

/** What is there with and without Micrometer, the actuator and gRPC's health service. */
class OptionalPartsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class,
				GrpcTuningEndpointAutoConfiguration.class, GrpcTuningMetricsAutoConfiguration.class));

	@Test
	void whenEndpointsAreExposedThenTheyAreThere() {
		this.runner.withPropertyValues("management.endpoints.web.exposure.include=grpctuning,grpcconnections")
			.run((context) -> assertThat(context).hasSingleBean(GrpcTuningEndpoint.class)
				.hasSingleBean(GrpcConnectionsEndpoint.class));
	}

	@Test
	void whenEndpointsAreNotExposedThenTheyAreNotThere() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(Tuning.class)
			.doesNotHaveBean(GrpcTuningEndpoint.class)
			.doesNotHaveBean(GrpcConnectionsEndpoint.class));
	}

	@Test
	void whenThereIsNoActuatorThenTheTuningIsThereAllTheSame() {
		this.runner.withClassLoader(new FilteredClassLoader(ConditionalOnAvailableEndpoint.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(Tuning.class));
	}

	@Test
	void whenThereIsAMeterRegistryThenMetersAreThere() {
		this.runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> assertThat(context).hasSingleBean(TuningMetrics.class));
	}

	@Test
	void whenThereIsNoMeterRegistryThenThereAreNoMeters() {
		this.runner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TuningMetrics.class));
	}

	@Test
	void whenThereIsNoMicrometerThenTheTuningIsThereAllTheSame() {
		this.runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(Tuning.class));
	}

	@Test
	void whenThereIsNoHealthServiceThenTheTuningIsThereAllTheSame() {
		this.runner.withClassLoader(new FilteredClassLoader(HealthStatusManager.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(Tuning.class));
	}

}
