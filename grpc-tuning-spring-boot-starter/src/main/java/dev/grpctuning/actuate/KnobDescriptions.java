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

import dev.grpctuning.TuningKnob;

/**
 * Descriptions of the properties, from the metadata that editors show too.
 */
final class KnobDescriptions {

	private final Map<String, String> byProperty = new HashMap<>();

	KnobDescriptions(ClassLoader classLoader) {
		try {
			for (URL metadata : Collections
				.list(classLoader.getResources("META-INF/spring-configuration-metadata.json"))) {
				try (InputStream stream = metadata.openStream()) {
					read(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read(String json) {
		Object properties = JsonParserFactory.getJsonParser().parseMap(json).get("properties");
		if (!(properties instanceof List<?> list)) {
			return;
		}
		for (Object element : list) {
			if (element instanceof Map<?, ?> property
					&& String.valueOf(property.get("name")).startsWith(TuningKnob.PREFIX)
					&& property.get("description") instanceof String description) {
				this.byProperty.put(String.valueOf(property.get("name")), description);
			}
		}
	}

	String of(TuningKnob knob) {
		return this.byProperty.getOrDefault(TuningKnob.PREFIX + knob.propertyName(), "");
	}

}
