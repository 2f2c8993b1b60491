package dev.grpctuning.load.transport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.call.InvalidCallException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link TargetProbe}. */
class TargetProbeTests {

	@Test
	void whenNoMoreFilesCanBeOpenedThenItIsThisMachine() {
		assertThatExceptionOfType(InvalidCallException.class)
			.isThrownBy(() -> TargetProbe
				.checkMachine("newSocketStream(..) failed with error(-24): Too many open files", 207, 2000))
			.withMessage(
					"load.channels: 207 connections were made of 2000, then there was \"Too many open files\", which is "
							+ "a limit of this machine and not of the server; raise it with ulimit -n, or ask for fewer");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Connection refused", "the peer sends nothing", "null" })
	void whenItIsSomethingElseThenNothingIsSaid(String failure) {
		assertThatNoException().isThrownBy(() -> TargetProbe.checkMachine(failure, 1, 2));
	}

}
