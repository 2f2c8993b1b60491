package dev.grpctuning.load.failure;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Secrets}. */
class SecretsTests {

	@ParameterizedTest
	@ValueSource(strings = { "spring.security.user.password", "load.metadata.Authorization", "x-api-key",
			"X_ACCESS_TOKEN", "clientSecret", "cookie", "aws-credentials" })
	void whenANameIsThatOfASecretThenItsValueIsMasked(String name) {
		assertThat(Secrets.masked(name, "s3cret")).isEqualTo("******");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x-user", "load.target", "grpc.tuning.keep-alive.time", "hello.print-header" })
	void whenANameIsAnyOtherThenItsValueStays(String name) {
		assertThat(Secrets.masked(name, "password")).isEqualTo("password");
	}

	@Test
	void whenThereAreManyThenEachIsMaskedByItsName() {
		assertThat(Secrets.masked(Map.of("x-token", "1", "x-user", "2")))
			.isEqualTo(Map.of("x-token", "******", "x-user", "2"));
	}

	@Test
	void whenAnOptionOfTheJvmIsASecretThenItIsMasked() {
		assertThat(Secrets.masked(List.of("-Dexperiment.server.password=s3cret", "-DEXPERIMENT_SERVER_PASSWORD=a=b",
				"-Xmx1g", "-Da=password=b", "-Dpassword", "-XX:Key=1")))
			.containsExactly("-Dexperiment.server.password=******", "-DEXPERIMENT_SERVER_PASSWORD=******", "-Xmx1g",
					"-Da=password=b", "-Dpassword", "-XX:Key=1");
	}

}
