package dev.grpctuning.load;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * The metadata that the build makes of the properties.
 */
final class PropertyMetadata {

	private PropertyMetadata() {
	}

	/**
	 * The descriptions of the properties under a prefix, by name; empty where there is
	 * none.
	 */
	static Map<String, String> describedUnder(String prefix) throws IOException {
		Map<String, String> descriptions = new TreeMap<>();
		for (URL file : Collections.list(
				PropertyMetadata.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (Reader reader = new InputStreamReader(file.openStream(), StandardCharsets.UTF_8)) {
				for (JsonElement property : JsonParser.parseReader(reader)
					.getAsJsonObject()
					.getAsJsonArray("properties")) {
					add(property.getAsJsonObject(), prefix, descriptions);
				}
			}
		}
		return descriptions;
	}

	private static void add(JsonObject property, String prefix, Map<String, String> descriptions) {
		String name = property.get("name").getAsString();
		if (name.equals(prefix) || name.startsWith(prefix + ".")) {
			JsonElement description = property.get("description");
			descriptions.put(name, (description != null) ? description.getAsString() : "");
		}
	}

}
