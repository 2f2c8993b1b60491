package dev.grpctuning.load.live;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LivePropertiesTests {

	@ParameterizedTest
	@CsvSource({ "true, 0, false, true", "true, 8080, true, true", "true, 0, true, false", "false, 8080, false, false",
			"false, 8080, true, false" })
	void whenItsAddressCannotBeKnownThenThereIsNoPage(boolean enabled, int port, boolean quiet, boolean served) {
		assertThat(new LiveProperties(enabled, port, false).isServed(quiet)).isEqualTo(served);
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 65_536 })
	void whenThePortIsNoneThenItIsRefused(int port) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new LiveProperties(true, port, false))
			.withMessageContaining("live.port")
			.withMessageContaining("It must be from 0 to 65535.");
	}

}
