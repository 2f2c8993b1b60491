package dev.grpctuning.load.failure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Secrets}. */
class SecretsTests {

	@Test
	void whenANameIsThatOfASecretThenItsValueIsMasked() {
		List<String> secrets = List.of("spring.security.user.password", "load.metadata.Authorization", "x-api-key",
				"X_ACCESS_TOKEN", "clientSecret", "cookie", "aws-credentials");
		List<String> others = List.of("x-user", "load.target", "grpc.tuning.keep-alive.time", "hello.print-header");
		Map<String, String> values = new HashMap<>();
		Stream.concat(secrets.stream(), others.stream()).forEach((name) -> values.put(name, "password"));
		Map<String, String> masked = Secrets.masked(values);
		assertThat(masked).containsOnlyKeys(values.keySet());
		assertThat(secrets).allMatch((name) -> "******".equals(masked.get(name)));
		assertThat(others).allMatch((name) -> "password".equals(masked.get(name)));
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
