package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schema of records and of all records that they consist of. A field is required
 * unless it may be {@code null} or is a primitive value. A test resource has the
 * description of each field: {@code Record.field=description}, or
 * {@code *.field=description} for all records.
 */
public final class RecordSchema {

	private final Function<Enum<?>, String> constants;

	private final Properties descriptions = new Properties();

	private final Set<String> missing = new TreeSet<>();

	private final Set<String> described = new TreeSet<>();

	private final Map<String, Class<?>> types = new LinkedHashMap<>();

	private final Map<String, JsonObject> definitions = new LinkedHashMap<>();

	/** Creates a schema without records. */
	public RecordSchema(Function<Enum<?>, String> constants, Class<?> test, String descriptions) {
		this.constants = constants;
		try (InputStream file = Objects.requireNonNull(test.getResourceAsStream(descriptions), descriptions)) {
			this.descriptions.load(new InputStreamReader(file, StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(descriptions, ex);
		}
	}

	/** Definitions of the records so far, by name. */
	public Map<String, JsonObject> definitions() {
		return this.definitions;
	}

	/** Leaves out the records of another schema. */
	public RecordSchema without(RecordSchema other) {
		this.types.putAll(other.types);
		return this;
	}

	/** Adds a record unless it is there. */
	public void add(Class<?> type) {
		String name = name(type);
		Class<?> present = this.types.putIfAbsent(name, type);
		if (present != null && present != type) {
			throw new IllegalArgumentException("%s and %s have one name".formatted(present, type));
		}
		if (present != null) {
			return;
		}
		JsonObject definition = new JsonObject();
		this.definitions.put(name, definition);
		definition.addProperty("type", "object");
		JsonObject properties = new JsonObject();
		JsonArray required = new JsonArray();
		for (RecordComponent component : type.getRecordComponents()) {
			String field = component.getName();
			JsonObject schema = of(component.getAnnotatedType());
			schema.addProperty("description", describe(name + "." + field));
			properties.add(field, schema);
			if (!component.getType().isPrimitive()
					&& !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
				required.add(field);
			}
		}
		definition.add("properties", properties);
		definition.add("required", required);
		definition.addProperty("additionalProperties", false);
	}

	/** Name of a record: that of its class, with those of the records around it. */
	public static String name(Class<?> type) {
		return type.getCanonicalName()
			.substring(type.getPackageName().length() + 1)
			.replaceFirst("^\\w+Endpoint\\.", "");
	}

	/** Returns a description, or notes that it is missing. */
	public String describe(String key) {
		String common = "*" + key.substring(key.lastIndexOf('.'));
		String found = this.descriptions.containsKey(key) ? key : common;
		if (!this.descriptions.containsKey(found)) {
			this.missing.add(key);
		}
		this.described.add(found);
		return String.valueOf(this.descriptions.getProperty(found));
	}

	/** Refuses fields without a description and descriptions without a field. */
	public void check() {
		Set<String> superfluous = new TreeSet<>(this.descriptions.stringPropertyNames());
		superfluous.removeAll(this.described);
		if (!this.missing.isEmpty() || !superfluous.isEmpty()) {
			throw new AssertionError("fields without a description: %s; descriptions without a field: %s"
				.formatted(this.missing, superfluous));
		}
	}

	private JsonObject of(AnnotatedType annotated) {
		JsonObject schema = ofPresent(annotated);
		if (!annotated.isAnnotationPresent(Nullable.class)) {
			return schema;
		}
		if (schema.get("type") instanceof JsonPrimitive type) {
			schema.add("type", array(type, new JsonPrimitive("null")));
			if (schema.get("enum") instanceof JsonArray texts) {
				texts.add((String) null);
			}
			return schema;
		}
		if (schema.isEmpty()) {
			return schema;
		}
		JsonObject none = new JsonObject();
		none.addProperty("type", "null");
		JsonObject either = new JsonObject();
		JsonArray choices = new JsonArray();
		choices.add(schema);
		choices.add(none);
		either.add("anyOf", choices);
		return either;
	}

	private JsonObject ofPresent(AnnotatedType annotated) {
		JsonObject schema = new JsonObject();
		if (annotated instanceof AnnotatedParameterizedType generic
				&& generic.getType() instanceof ParameterizedType type) {
			boolean list = Collection.class.isAssignableFrom((Class<?>) type.getRawType());
			AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
			schema.addProperty("type", list ? "array" : "object");
			schema.add(list ? "items" : "additionalProperties", of(arguments[arguments.length - 1]));
			return schema;
		}
		Class<?> type = (Class<?>) annotated.getType();
		if (type.isRecord()) {
			add(type);
			schema.addProperty("$ref", "#/$defs/" + name(type));
		}
		else if (type.isEnum()) {
			schema.addProperty("type", "string");
			schema.add("enum",
					array(Arrays.stream(type.getEnumConstants())
						.map((constant) -> new JsonPrimitive(this.constants.apply((Enum<?>) constant)))
						.toArray(JsonPrimitive[]::new)));
		}
		else if (type == Instant.class) {
			schema.addProperty("type", "string");
			schema.addProperty("format", "date-time");
		}
		else if (type != Object.class) {
			schema.addProperty("type", switch (type.getSimpleName()) {
				case "int", "Integer", "long", "Long" -> "integer";
				case "double", "Double" -> "number";
				case "boolean", "Boolean" -> "boolean";
				case "String" -> "string";
				default -> throw new IllegalArgumentException(type + " has no schema");
			});
		}
		return schema;
	}

	private static JsonArray array(JsonPrimitive... elements) {
		JsonArray array = new JsonArray();
		Arrays.asList(elements).forEach(array::add);
		return array;
	}

}
