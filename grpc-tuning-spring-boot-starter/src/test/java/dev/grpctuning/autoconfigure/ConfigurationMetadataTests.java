package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;

/** What an IDE shows for each property. */
class ConfigurationMetadataTests {

	@Test
	void everyDefaultThatIsAValueIsThere() throws IOException {
		assertThat(all("defaultValue")).containsEntry("grpc.tuning.enabled", true)
			.containsEntry("grpc.tuning.keep-alive.time", "2h")
			.containsEntry("grpc.tuning.max-inbound-message-size", "4MB")
			.containsEntry("grpc.tuning.generation.change", "swap")
			.containsEntry("grpc.tuning.generation.max-draining", 10)
			.containsEntry("grpc.tuning.executor.thread-name-prefix", "grpc-server-app-")
			.containsEntry("grpc.tuning.socket.no-delay", true)
			.containsEntry("grpc.tuning.max-connections", "")
			.containsEntry("grpc.tuning.transport", "");
	}

	@Test
	void everyPropertyHasADescription() throws IOException {
		Map<String, String> descriptions = new TreeMap<>();
		all("description").forEach((name, description) -> descriptions.put(name, description.toString()));
		Set<String> expected = new TreeSet<>();
		Knobs.names().forEach((name) -> expected.add(Knob.PREFIX + name));
		expected.add("grpc.tuning.enabled");
		assertThat(descriptions).containsOnlyKeys(expected);
		assertThat(descriptions).allSatisfy((name, description) -> assertThat(description).as(name).endsWith("."));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> all(String field) throws IOException {
		ClassPathResource resource = new ClassPathResource("META-INF/spring-configuration-metadata.json");
		try (InputStream json = resource.getInputStream()) {
			Map<String, Object> metadata = JsonParserFactory.getJsonParser().parseMap(new String(json.readAllBytes()));
			Map<String, Object> values = new TreeMap<>();
			for (Map<String, Object> property : (List<Map<String, Object>>) metadata.getOrDefault("properties",
					List.of())) {
				String name = String.valueOf(property.get("name"));
				if (name.startsWith(Knob.PREFIX)) {
					values.put(name, property.getOrDefault(field, ""));
				}
			}
			return values;
		}
	}

}
