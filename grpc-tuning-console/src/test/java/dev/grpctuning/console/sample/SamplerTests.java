package dev.grpctuning.console.sample;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.grpctuning.autoconfigure.GrpcTuningAutoConfiguration;
import dev.grpctuning.server.Tuning;

import static org.assertj.core.api.Assertions.assertThat;

/** What the points of a service have. */
class SamplerTests {

	@Test
	void whenCallsAreNotMeasuredThenThereIsNoFigureOfThem() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GrpcTuningAutoConfiguration.class))
			.run((context) -> assertThat(
					new Sampler(context.getBean(Tuning.class), () -> null, () -> null).get().calls())
				.isNull());
	}

}
