package dev.grpctuning.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** What docker-compose.yml allows each container, and what .env.example offers. */
class ComposeFileTests {

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::[-+](\\w*))?|(?m)^  ([A-Z_]+):$");

	private static final String FILE = read("docker-compose.yml");

	static Set<Map.Entry<String, Map<String, Object>>> services() {
		Map<String, Map<String, Map<String, Object>>> file = new Yaml().load(FILE);
		return file.getOrDefault("services", Map.of()).entrySet();
	}

	@ParameterizedTest
	@MethodSource("services")
	void everyContainerHasLimitsAndNoPrivileges(Map.Entry<String, Map<String, Object>> service) {
		assertThat(service.getValue()).containsKeys("cpus", "mem_limit")
			.containsEntry("read_only", true)
			.containsEntry("cap_drop", List.of("ALL"))
			.containsEntry("security_opt", List.of("no-new-privileges:true"));
		assertThat((Integer) service.getValue().get("pids_limit")).isBetween(100, 4096);
	}

	@ParameterizedTest
	@MethodSource("services")
	void imagesThatAreNotBuiltHaveAVersion(Map.Entry<String, Map<String, Object>> service) {
		assertThat(service.getValue()).hasEntrySatisfying("image", (image) -> {
			if (!service.getValue().containsKey("build")) {
				assertThat(image.toString()).matches(".+(:v?\\d+\\.\\d+\\.\\d+|@sha256:\\w{64})");
			}
		});
	}

	@Test
	void portsArePublishedOnLoopback() {
		List<String> ports = services().stream().flatMap((service) -> ports(service.getValue()).stream()).toList();
		assertThat(ports).hasSize(5)
			.allMatch((port) -> port.startsWith("127.0.0.1:"))
			.extracting((port) -> port.substring(port.lastIndexOf(':') + 1))
			.containsExactlyInAnyOrder("9090", "8081", "8082", "9090", "3000");
	}

	@SuppressWarnings("unchecked")
	private static List<String> ports(Map<String, Object> service) {
		return (List<String>) service.getOrDefault("ports", List.of());
	}

	@Test
	void passwordsHaveNoDefault() {
		assertThat(VARIABLE.matcher(FILE).results().filter((found) -> found.group().contains("PASSWORD"))).isNotEmpty()
			.allSatisfy((found) -> assertThat(found.group(2)).isIn(null, "", "false", "true"));
	}

	@Test
	void theExampleChangesNothingAndHasEveryVariable() {
		List<String> lines = read(".env.example").lines().filter((line) -> !line.isBlank()).toList();
		assertThat(lines).allMatch((line) -> line.startsWith("#"));
		Set<String> variables = VARIABLE.matcher(FILE)
			.results()
			.map((found) -> (found.group(1) != null) ? found.group(1) : found.group(3))
			.filter((name) -> !name.equals("TAG"))
			.collect(Collectors.toSet());
		assertThat(variables).hasSizeGreaterThan(20)
			.allSatisfy((name) -> assertThat(lines).anyMatch((line) -> line.startsWith("#" + name + "=")));
		assertThat(read(".gitignore").lines()).contains(".env").doesNotContain(".env.example");
	}

	private static String read(String file) {
		try {
			return Files.readString(Images.REPOSITORY.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
