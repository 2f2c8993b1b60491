package dev.grpctuning.load.app;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link UnknownVariables}. */
class UnknownVariablesTests {

	@ParameterizedTest
	@CsvSource({ "EXPERIMENT_VARAINTS, did you mean EXPERIMENT_VARIANTS?", "LOAD_CHANELS, did you mean LOAD_CHANNELS?",
			"LOAD_OPENRATE, did you mean LOAD_OPEN_RATE?", "EXPERIMENT_SERVER_JA, did you mean EXPERIMENT_SERVER_JAR?",
			"'EXPERIMENT_FAST', 'unset it, or see ./lab help load.'", "'LOAD_X', 'unset it, or see ./lab help load.'" })
	void whenNoPropertyHasTheNameThenTheNearestIsNamed(String variable, String hint) {
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> UnknownVariables.refuse(Set.of("PATH", variable)))
			.withMessage("environment variable %s: there is no such property; %s", variable, hint);
	}

	@ParameterizedTest
	@ValueSource(strings = { "LOAD_CHANNELS", "LOAD_MAXOPENCALLS", "LOAD_MAX_OPEN_CALLS", "LOAD_METADATA_X_KEY",
			"LOAD_THRESHOLDS_0", "LOAD_THRESHOLDS_0_", "EXPERIMENT_VARIANTS_0_NAME", "EXPERIMENT", "LOADER",
			"EXPERIMENT_SERVER_PROPERTIES_A_B" })
	void whenAPropertyHasTheNameThenItIsTaken(String variable) {
		assertThatNoException().isThrownBy(() -> UnknownVariables.refuse(Set.of(variable)));
	}

	@Test
	void whenKubernetesNamesAServiceThenItsVariablesAreTaken() {
		assertThatNoException().isThrownBy(() -> UnknownVariables.refuse(Set.of("LOAD_CLIENT_SERVICE_HOST",
				"LOAD_SERVICE_PORT_HTTP", "LOAD_PORT", "LOAD_CLIENT_PORT_8082_TCP_ADDR")));
	}

}
