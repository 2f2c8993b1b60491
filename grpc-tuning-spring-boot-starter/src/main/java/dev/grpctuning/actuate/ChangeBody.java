package dev.grpctuning.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;

/**
 * Flattens the nested body of a change, because the actuator accepts only texts by name.
 */
public final class ChangeBody {

	/** Maximum size of a body. */
	public static final int MAX_BYTES = 256 << 10;

	static final String MALFORMED = "(body)";

	private ChangeBody() {
	}

	/**
	 * Turns an object into one of texts by name, such as {@code
	 * executor.routes[0].method}. Commas separate the elements of other lists, and {@code
	 * null} stays.
	 */
	public static String flatten(String json) {
		Map<String, @Nullable String> flat = new LinkedHashMap<>();
		try {
			JsonParserFactory.getJsonParser().parseMap(json).forEach((name, value) -> add(flat, name, value));
		}
		catch (JsonParseException ex) {
			flat.put(MALFORMED, json);
		}
		return JsonWriter.<Map<String, @Nullable String>>standard().writeToString(flat);
	}

	private static void add(Map<String, @Nullable String> flat, String name, @Nullable Object value) {
		if (value instanceof Map<?, ?> object) {
			object.forEach((key, each) -> add(flat, name + "." + key, each));
		}
		else if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
			for (int i = 0; i < list.size(); i++) {
				add(flat, name + "[" + i + "]", list.get(i));
			}
		}
		else if (value instanceof List<?> list) {
			flat.put(name, list.stream().map(Objects::toString).collect(Collectors.joining(",")));
		}
		else {
			flat.put(name, (value != null) ? value.toString() : null);
		}
	}

}
