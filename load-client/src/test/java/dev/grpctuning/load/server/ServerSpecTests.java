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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.service.FastStart;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerSpec}. */
class ServerSpecTests {

	private static final String STAGES = "grpc.tuning.stages.sampled-per-second";

	private static final String SHOWN = "\"management.endpoint.grpctuning.show-values\":\"always\"";

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
			.containsEntry("SPRING_APPLICATION_JSON",
					inherited.startsWith("{") ? "{\"hello\":{\"a\":1},\"own.token\":\"s\\\"3cret\",\"%s\":1000,%s}"
						.formatted(STAGES, SHOWN)
							: "{\"%s\":1000,%s,\"own.token\":\"s\\\"3cret\"}".formatted(STAGES, SHOWN));
		assertThat(spec(Path.of("jdk")).command(List.of("-Dport=1"), List.of("--server.port=2")))
			.endsWith("-Dport=1", "-jar", "service.jar", "--server.port=2")
			.noneMatch((word) -> word.contains("own.token"));
	}

	@Test
	void whenItIsSaidHowManyCallsReportTheirStagesThenThatIsKept() {
		Map<String, String> environment = new HashMap<>(
				Map.of("SPRING_APPLICATION_JSON", "{\"%s\":5}".formatted(STAGES)));
		spec(Path.of("jdk"), Map.of()).addProperties(environment);
		assertThat(environment).containsEntry("SPRING_APPLICATION_JSON", "{\"%s\":5,%s}".formatted(STAGES, SHOWN));
		spec(Path.of("jdk"), Map.of(STAGES, "7")).addProperties(environment);
		assertThat(environment).containsEntry("SPRING_APPLICATION_JSON", "{\"%s\":\"7\",%s}".formatted(STAGES, SHOWN));
	}

	@ParameterizedTest
	@CsvSource({ "service.jar, jdk, -Xmx1g, true", "service.jar, jdk, -XX:+UseZGC, true",
			"service.jar, other-jdk, -Xmx1g, false", "service.jar, none, -Xmx1g, false", "own.jar, jdk, -Xmx1g, false",
			"service.jar, jdk, -Xshare:off, false", "service.jar, jdk, -XX:AOTMode=off, false",
			"service.jar, jdk, -XX:SharedArchiveFile=a, false" })
	void whenTheLauncherHasPreparedAFasterStartThenItIsUsedForItsJarAndJdk(String jar, String jdk, String option,
			boolean fast, @TempDir Path folder) throws IOException {
		Path prepared = Files.createDirectories(folder.resolve("fast"));
		Files.writeString(prepared.resolve("release"), "JAVA_VERSION=\"25\"");
		Files.writeString(Files.createDirectories(folder.resolve("jdk")).resolve("release"), "JAVA_VERSION=\"25\"");
		Files.writeString(Files.createDirectories(folder.resolve("other-jdk")).resolve("release"),
				"JAVA_VERSION=\"26\"");
		ServerSpec spec = new ServerSpec(folder.resolve(jar), folder.resolve(jdk), null, List.of(option), Map.of(),
				Path.of("logs"));
		System.setProperty("lab.service-jar", folder.resolve("service.jar").toString());
		System.setProperty("lab.service-cache", prepared.resolve("app.aot").toString());
		try {
			List<String> command = spec.command(List.of(), List.of());
			assertThat(command).endsWith("-jar", (fast ? prepared : folder).resolve(jar).toString());
			assertThat(command.contains("-XX:AOTCache=" + prepared.resolve("app.aot"))).isEqualTo(fast);
			FastStart.giveUp();
			assertThat(spec.command(List.of(), List.of())).endsWith("-jar", folder.resolve(jar).toString());
		}
		finally {
			System.clearProperty("lab.service-jar");
			System.clearProperty("lab.service-cache");
		}
	}

	private static ServerSpec spec(Path home) {
		return spec(home, Map.of("own.token", "s\"3cret"));
	}

	private static ServerSpec spec(Path home, Map<String, String> properties) {
		return new ServerSpec(Path.of("service.jar"), home, null, List.of(), properties, Path.of("logs"));
	}

}
