package dev.grpctuning.load.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import org.jspecify.annotations.Nullable;

/** Configuration metadata of one property. */
public record PropertyMetadata(String name, String type, @Nullable String description,
		@Nullable JsonElement defaultValue) {

	public static final String FILE = "META-INF/spring-configuration-metadata.json";

	/** Reads the properties of a metadata file, and leaves the stream open. */
	public static List<PropertyMetadata> read(InputStream file) {
		Metadata metadata = new Gson().fromJson(new InputStreamReader(file, StandardCharsets.UTF_8), Metadata.class);
		return (metadata != null && metadata.properties() != null) ? metadata.properties() : List.of();
	}

	/** Returns the properties of the load client, sorted by name. */
	public static List<PropertyMetadata> ofLoadClient() throws IOException {
		List<PropertyMetadata> properties = new ArrayList<>();
		for (URL url : Collections.list(PropertyMetadata.class.getClassLoader().getResources(FILE))) {
			try (InputStream file = url.openStream()) {
				properties.addAll(read(file));
			}
		}
		return properties.stream()
			.filter((property) -> property.name().matches("(load|experiment|grid|search|serve|tune)(\\..*)?"))
			.sorted(Comparator.comparing(PropertyMetadata::name))
			.toList();
	}

	private record Metadata(@Nullable List<PropertyMetadata> properties) {
	}

}
