package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerSpec}. */
class ServerSpecTests {

	@Test
	void whenTheJdkSaysItsVersionThenThatIsTheOne(@TempDir Path home) throws IOException {
		Files.writeString(home.resolve("release"),
				"IMPLEMENTOR=\"Someone\"\nJAVA_RUNTIME_VERSION=\"21.0.1+12\"\nJAVA_VERSION=\"21.0.1\"\n");
		assertThat(spec(home).javaVersion()).isEqualTo("21.0.1");
	}

	@Test
	void whenTheJdkSaysNoVersionThenThereIsNone(@TempDir Path home) {
		assertThat(spec(home).javaVersion()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "no JSON", "[1]", "{\"hello\": {\"a\": 1}, \"own.token\": \"old\"}" })
	void whenThereArePropertiesThenTheEnvironmentHasThemAfterWhatItHad(String inherited) {
		Map<String, String> environment = new HashMap<>();
		if (!inherited.isEmpty()) {
			environment.put("SPRING_APPLICATION_JSON", inherited);
		}
		spec(Path.of("jdk")).addProperties(environment);
		assertThat(environment).containsOnlyKeys("SPRING_APPLICATION_JSON")
			.containsEntry("SPRING_APPLICATION_JSON", inherited.startsWith("{")
					? "{\"hello\":{\"a\":1},\"own.token\":\"s\\\"3cret\"}" : "{\"own.token\":\"s\\\"3cret\"}");
		assertThat(spec(Path.of("jdk")).command("127.0.0.1", 1, 2)).contains("--grpc.server.port=1", "--server.port=2")
			.noneMatch((word) -> word.contains("own.token"));
	}

	private static ServerSpec spec(Path home) {
		return new ServerSpec(Path.of("service.jar"), home, null, List.of(), Map.of("own.token", "s\"3cret"),
				Path.of("logs"));
	}

}
