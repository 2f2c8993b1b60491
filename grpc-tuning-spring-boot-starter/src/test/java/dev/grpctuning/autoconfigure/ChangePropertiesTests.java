package dev.grpctuning.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.autoconfigure.ChangeProperties.Objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ChangeProperties}. */
class ChangePropertiesTests {

	@Test
	void whenAnObjectiveIsNotPossibleThenItsPropertyIsNamed() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new Objective(Duration.ZERO, 0.01).checked())
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("grpc.tuning.objective.p99"));
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new Objective(null, 1).checked())
			.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("grpc.tuning.objective.errors"));
		assertThat(new Objective(null, 0).checked().errors()).isZero();
	}

}
