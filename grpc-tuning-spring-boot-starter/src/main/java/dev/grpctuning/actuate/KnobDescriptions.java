package dev.grpctuning.actuate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.json.JsonParserFactory;

import dev.grpctuning.settings.Knob;

/** Descriptions of the properties, from the metadata that editors show. */
final class KnobDescriptions {

	static final String METADATA = "META-INF/spring-configuration-metadata.json";

	private static final Map<String, String> BY_PROPERTY = read();

	private KnobDescriptions() {
	}

	static String of(Knob<?> knob) {
		return BY_PROPERTY.getOrDefault(knob.property(), "");
	}

	/** Reads the metadata of all jars. */
	private static Map<String, String> read() {
		Map<String, String> descriptions = new HashMap<>();
		try {
			for (URL file : Collections.list(KnobDescriptions.class.getClassLoader().getResources(METADATA))) {
				try (InputStream json = file.openStream()) {
					Map<String, Object> metadata = JsonParserFactory.getJsonParser()
						.parseMap(new String(json.readAllBytes(), StandardCharsets.UTF_8));
					((List<?>) metadata.getOrDefault("properties", List.of())).forEach((each) -> {
						if (each instanceof Map<?, ?> property && property.get("name") instanceof String name
								&& name.startsWith(Knob.PREFIX)) {
							descriptions.put(name, String.valueOf(property.get("description")));
						}
					});
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return Map.copyOf(descriptions);
	}

}
