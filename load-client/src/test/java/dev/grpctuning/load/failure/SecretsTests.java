package dev.grpctuning.load.failure;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			value = { "--experiment.server.password=s3cret | --experiment.server.password=******",
					"--load.metadata.x-api-key=a b=c | --load.metadata.x-api-key=******",
					"--load.request={'token': 's3cret'} | --load.request={'token': ******",
					"--experiment.server.jvm-options=-Xmx1g,-Dshop.password=s3cret | "
							+ "--experiment.server.jvm-options=-Xmx1g,-Dshop.password=******",
					"--experiment.server.actuator=http://admin:s3cret@host:80/a | "
							+ "--experiment.server.actuator=http://******@host:80/a",
					"--load.duration=5s | --load.duration=5s",
					"--experiment=passwords.yml | --experiment=passwords.yml" })
	void whenAnArgumentHasASecretThenItIsMaskedFromThereOn(String argument, String masked) {
		assertThat(Secrets.maskedArgument(argument)).isEqualTo(masked);
	}

}
