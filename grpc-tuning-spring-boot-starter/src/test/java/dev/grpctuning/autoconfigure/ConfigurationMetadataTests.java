package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an IDE shows for each property.
 */
class ConfigurationMetadataTests {

	@Test
	void everyPropertyHasADescription() throws IOException {
		Map<String, String> descriptions = descriptions();
		assertThat(descriptions).containsOnlyKeys("grpc.tuning.boss-threads", "grpc.tuning.enabled",
				"grpc.tuning.executor.thread-name-prefix", "grpc.tuning.executor.threads", "grpc.tuning.executor.type",
				"grpc.tuning.flow-control-window", "grpc.tuning.initial-flow-control-window",
				"grpc.tuning.max-concurrent-calls-per-connection", "grpc.tuning.transport",
				"grpc.tuning.worker-threads");
		assertThat(descriptions).allSatisfy((name, description) -> assertThat(description).as(name).endsWith("."));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, String> descriptions() throws IOException {
		ClassPathResource resource = new ClassPathResource("META-INF/spring-configuration-metadata.json");
		try (InputStream json = resource.getInputStream()) {
			Map<String, Object> metadata = JsonParserFactory.getJsonParser().parseMap(new String(json.readAllBytes()));
			Map<String, String> descriptions = new TreeMap<>();
			for (Map<String, Object> property : (List<Map<String, Object>>) metadata.getOrDefault("properties",
					List.of())) {
				descriptions.put((String) property.get("name"), (String) property.getOrDefault("description", ""));
			}
			return descriptions;
		}
	}

}
