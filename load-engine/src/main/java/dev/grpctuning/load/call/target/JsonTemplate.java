package dev.grpctuning.load.call.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.MessageTemplate.Part;
import dev.grpctuning.load.call.target.MessageTemplate.Place;
import dev.grpctuning.load.call.target.MessageTemplate.Value;
import dev.grpctuning.load.call.template.Template;
import dev.grpctuning.load.call.template.Template.FieldValue;

/**
 * Finds the placeholders of a JSON text in the message made from it.
 */
final class JsonTemplate {

	private static final String ALLOWED = "a placeholder can stand in a text, be a number, or be {{time}} in a google.protobuf.Timestamp, but not in an Any, a Struct or a Value";

	private JsonTemplate() {
	}

	static JsonElement example(JsonElement json) {
		return switch (json) {
			case JsonObject object -> {
				JsonObject copy = new JsonObject();
				object.asMap().forEach((name, value) -> copy.add(name, example(value)));
				yield copy;
			}
			case JsonArray array -> {
				JsonArray copy = new JsonArray();
				array.forEach((element) -> copy.add(example(element)));
				yield copy;
			}
			case JsonPrimitive primitive when primitive.isString() -> new JsonPrimitive(example(template(primitive)));
			default -> json;
		};
	}

	private static String example(Template template) {
		return template.number().isPresent() ? "0" : template.text(0, 0);
	}

	private static Template template(JsonElement json) {
		try {
			return Template.of(json.getAsString());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidCallException("load.request: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Finds the placeholders in the message made from the {@linkplain #example example}.
	 * @throws InvalidCallException if one stands where it cannot be filled in
	 */
	static MessageTemplate of(JsonElement json, Message base) {
		Descriptor type = base.getDescriptorForType();
		if (json instanceof JsonObject object) {
			return of(object, base, "");
		}
		if (!changes(json)) {
			return new MessageTemplate(base, List.of(), List.of());
		}
		if (!WellKnown.isWrapper(type)) {
			throw new InvalidCallException(
					"load.request: there can be no placeholder in a request that is a " + type.getFullName());
		}
		return ofWrapper(json, base, "");
	}

	private static MessageTemplate ofWrapper(JsonElement json, Message base, String path) {
		JsonObject value = new JsonObject();
		value.add("value", json);
		return of(value, base, path);
	}

	private static MessageTemplate of(JsonObject json, Message base, String path) {
		List<Value> values = new ArrayList<>();
		List<Part> parts = new ArrayList<>();
		json.asMap().forEach((name, element) -> {
			if (changes(element)) {
				FieldDescriptor field = field(base.getDescriptorForType(), name).orElseThrow(
						() -> new InvalidCallException("load.request: %s%s: %s".formatted(path, name, ALLOWED)));
				find(field, element, base, path + name, values, parts);
			}
		});
		return new MessageTemplate(base, values, parts);
	}

	private static void find(FieldDescriptor field, JsonElement json, Message base, String path, List<Value> values,
			List<Part> parts) {
		if (field.isMapField() && json.isJsonObject()) {
			int entry = 0;
			for (Map.Entry<String, JsonElement> element : json.getAsJsonObject().entrySet()) {
				if (changes(element.getValue())) {
					Place place = new Place(field, entry);
					JsonObject value = new JsonObject();
					value.add("value", element.getValue());
					parts.add(new Part(place, of(value, place.message(base), path + "." + element.getKey() + ".")));
				}
				entry++;
			}
		}
		else if (field.isRepeated() && json.isJsonArray()) {
			for (int i = 0; i < json.getAsJsonArray().size(); i++) {
				JsonElement element = json.getAsJsonArray().get(i);
				if (changes(element)) {
					findOne(new Place(field, i), element, base, "%s[%d]".formatted(path, i), values, parts);
				}
			}
		}
		else {
			findOne(new Place(field, -1), json, base, path, values, parts);
		}
	}

	private static void findOne(Place place, JsonElement json, Message base, String path, List<Value> values,
			List<Part> parts) {
		if (json.isJsonObject() && place.field().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
			parts.add(new Part(place, of(json.getAsJsonObject(), place.message(base), path + ".")));
		}
		else if (json.isJsonPrimitive() && isWrapper(place.field())) {
			parts.add(new Part(place, ofWrapper(json, place.message(base), path + ".")));
		}
		else if (json.isJsonPrimitive()) {
			Object example = (place.element() < 0) ? base.getField(place.field())
					: base.getRepeatedField(place.field(), place.element());
			values.add(new Value(place, FieldValue.of(place.field(), template(json), example)
				.orElseThrow(() -> new InvalidCallException("load.request: %s: %s".formatted(path, ALLOWED)))));
		}
		else {
			throw new InvalidCallException("load.request: %s: %s".formatted(path, ALLOWED));
		}
	}

	private static boolean isWrapper(FieldDescriptor field) {
		return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && WellKnown.isWrapper(field.getMessageType());
	}

	private static Optional<FieldDescriptor> field(Descriptor type, String name) {
		return (WellKnown.is(type) && !WellKnown.isWrapper(type)) ? Optional.empty() : WellKnown.field(type, name);
	}

	private static boolean changes(JsonElement json) {
		return switch (json) {
			case JsonObject object -> object.asMap().values().stream().anyMatch(JsonTemplate::changes);
			case JsonArray array -> array.asList().stream().anyMatch(JsonTemplate::changes);
			case JsonPrimitive primitive when primitive.isString() -> !template(primitive).constant();
			default -> false;
		};
	}

}
