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

/** Finds the placeholders of a JSON text in the message made from it. */
final class JsonTemplate {

	private static final String ALLOWED = "a placeholder can stand in a text, be a number, or be {{time}} in a google.protobuf.Timestamp, but not in an Any, a Struct or a Value";

	private final Message base;

	private final List<Value> values = new ArrayList<>();

	private final List<Part> parts = new ArrayList<>();

	private JsonTemplate(Message base) {
		this.base = base;
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

	/** Finds the placeholders in the message made from the {@link #example}. */
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
		JsonTemplate template = new JsonTemplate(base);
		json.asMap().forEach((name, element) -> {
			if (changes(element)) {
				template.find(field(base.getDescriptorForType(), name).orElseThrow(() -> refused(path + name)), element,
						path + name);
			}
		});
		return new MessageTemplate(base, template.values, template.parts);
	}

	private static InvalidCallException refused(String path) {
		return new InvalidCallException("load.request: %s: %s".formatted(path, ALLOWED));
	}

	private void find(FieldDescriptor field, JsonElement json, String path) {
		if (field.isMapField() && json.isJsonObject()) {
			int entry = 0;
			for (Map.Entry<String, JsonElement> element : json.getAsJsonObject().entrySet()) {
				if (changes(element.getValue())) {
					Place place = new Place(field, entry);
					this.parts.add(new Part(place, ofWrapper(element.getValue(), place.message(this.base),
							path + "." + element.getKey() + ".")));
				}
				entry++;
			}
		}
		else if (field.isRepeated() && json.isJsonArray()) {
			for (int i = 0; i < json.getAsJsonArray().size(); i++) {
				JsonElement element = json.getAsJsonArray().get(i);
				if (changes(element)) {
					findOne(new Place(field, i), element, "%s[%d]".formatted(path, i));
				}
			}
		}
		else {
			findOne(new Place(field, -1), json, path);
		}
	}

	private void findOne(Place place, JsonElement json, String path) {
		if (json.isJsonObject() && place.field().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
			this.parts.add(new Part(place, of(json.getAsJsonObject(), place.message(this.base), path + ".")));
		}
		else if (json.isJsonPrimitive() && isWrapper(place.field())) {
			this.parts.add(new Part(place, ofWrapper(json, place.message(this.base), path + ".")));
		}
		else if (json.isJsonPrimitive()) {
			this.values
				.add(new Value(place, Template.FieldValue.of(place.field(), template(json), place.value(this.base))
					.orElseThrow(() -> refused(path))));
		}
		else {
			throw refused(path);
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
