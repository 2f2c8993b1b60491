package dev.grpctuning.load.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.HtmlUtils;

import dev.grpctuning.load.template.Templates;

/** Configuration metadata of one property. */
public record PropertyMetadata(String name, String type, @Nullable String description,
		@Nullable JsonElement defaultValue) {

	public static final String FILE = "META-INF/spring-configuration-metadata.json";

	private static final String OURS = "(load|experiment|grid|live|search|tune)(\\..*)?|grpc\\.client\\.GLOBAL\\..*";

	private static final List<PropertyMetadata> OF_LOAD_CLIENT = read();

	/** Returns the properties of the load client, sorted by name. */
	public static List<PropertyMetadata> ofLoadClient() {
		return OF_LOAD_CLIENT;
	}

	private static List<PropertyMetadata> read() {
		Map<String, PropertyMetadata> properties = new TreeMap<>();
		try {
			for (URL url : Collections.list(PropertyMetadata.class.getClassLoader().getResources(FILE))) {
				try (InputStream file = url.openStream()) {
					read(file).forEach((property) -> properties.putIfAbsent(property.name(), property));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return properties.values().stream().filter((property) -> property.name().matches(OURS)).toList();
	}

	/** Reads the properties of a metadata file, and leaves the stream open. */
	public static List<PropertyMetadata> read(InputStream file) {
		Metadata metadata = new Gson().fromJson(new InputStreamReader(file, StandardCharsets.UTF_8), Metadata.class);
		return (metadata != null && metadata.properties() != null) ? metadata.properties() : List.of();
	}

	/** Whether its name is the prefix, or begins with it and a dot. */
	public boolean isBelow(String prefix) {
		return (this.name + ".").startsWith(prefix + ".");
	}

	/** Whether the property is a value that has this name alone. */
	public boolean isSingle() {
		return !this.name.contains("[]") && !isMap();
	}

	private boolean isMap() {
		return this.type.startsWith("java.util.Map") || this.type.matches("java.util.List<.*Properties>");
	}

	public boolean isFlag() {
		return this.type.equals("java.lang.Boolean");
	}

	/** Description as plain text; in the metadata it is Javadoc, with its entities. */
	public String text() {
		return HtmlUtils.htmlUnescape(String.valueOf(this.description));
	}

	public @Nullable String defaultText() {
		return (this.defaultValue != null) ? this.defaultValue.toString().replace("\"", "") : null;
	}

	/** Values that the property may have, none if there are too many to list. */
	public List<String> choices() {
		Object[] constants = ClassUtils.isPresent(this.type, null)
				? ClassUtils.resolveClassName(this.type, null).getEnumConstants() : null;
		return (constants != null)
				? Arrays.stream(constants).map((constant) -> Templates.kebab((Enum<?>) constant)).toList() : List.of();
	}

	/** Environment variable that sets it. */
	public String variable() {
		return this.name.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", "");
	}

	/**
	 * Whether an environment variable sets the property or, if it is a list or a map, one
	 * of its elements. Spring Boot accepts a hyphen as an underscore or not at all.
	 */
	public boolean isSetBy(String variable) {
		String upper = this.name.replaceFirst("\\[].*", "").toUpperCase(Locale.ROOT).replace('.', '_');
		boolean elements = isMap() || this.type.startsWith("java.util.List");
		return Stream.of(upper.replace("-", ""), upper.replace('-', '_'))
			.anyMatch((known) -> variable.equals(known) || elements && variable.startsWith(known + "_"));
	}

	/** Such as {@code did you mean load.open.rate?}, or else what to do. */
	public static String hint(String given, Collection<String> known, String otherwise) {
		LevenshteinDistance edits = LevenshteinDistance.getDefaultInstance();
		return known.stream()
			.filter((name) -> edits.apply(given, name) <= (name.length() + 1) / 4)
			.min(Comparator.comparing((name) -> edits.apply(given, name)))
			.map("did you mean %s?"::formatted)
			.orElse(otherwise);
	}

	private record Metadata(@Nullable List<PropertyMetadata> properties) {
	}

}
