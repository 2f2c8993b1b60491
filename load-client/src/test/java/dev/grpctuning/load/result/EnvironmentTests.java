package dev.grpctuning.load.result;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Environment}. */
class EnvironmentTests {

	@Test
	void whenAnOptionOfTheJvmIsAPasswordThenItIsHidden() {
		assertThat(Environment.masked("-Dexperiment.server.password=s3cret"))
			.isEqualTo("-Dexperiment.server.password=******");
		assertThat(Environment.masked("-DEXPERIMENT_SERVER_PASSWORD=a=b"))
			.isEqualTo("-DEXPERIMENT_SERVER_PASSWORD=******");
		assertThat(Environment.masked("-Xmx1g")).isEqualTo("-Xmx1g");
		assertThat(Environment.masked("-Da=password=b")).isEqualTo("-Da=password=b");
	}

}
