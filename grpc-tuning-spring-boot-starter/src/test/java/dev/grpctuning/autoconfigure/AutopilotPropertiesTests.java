package dev.grpctuning.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.grpctuning.autopilot.AutopilotMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AutopilotPropertiesTests {

	@Test
	void whenNothingIsSetThenItIsOff() {
		assertThat(bind(Map.of()).checked().mode()).isEqualTo(AutopilotMode.OFF);
	}

	/** YAML reads {@code off} as {@code false}. */
	@Test
	void whenTheModeIsWrittenAsInYamlThenItIsRead() {
		assertThat(bind(Map.of("mode", "false")).checked().mode()).isEqualTo(AutopilotMode.OFF);
		assertThat(bind(Map.of("mode", "Recommend")).checked().mode()).isEqualTo(AutopilotMode.RECOMMEND);
	}

	@ParameterizedTest
	@CsvSource({ "quiet, -1s", "max-time, 1.5", "max-outside, -0.1", "max-experiment, 0s", "bounds, worker-threads=2" })
	void whenAValueIsNotPossibleThenItsPropertyIsNamed(String name, String value) {
		AutopilotProperties properties = bind(Map.of(name, value));
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(properties::checked)
			.satisfies((refused) -> assertThat(refused.getName()).isEqualTo("grpc.tuning.autopilot." + name))
			.satisfies((refused) -> assertThat(refused.getReason()).endsWith("."));
	}

	private static AutopilotProperties bind(Map<String, String> values) {
		return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("", AutopilotProperties.class);
	}

}
