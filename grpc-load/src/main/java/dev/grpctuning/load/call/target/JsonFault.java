package dev.grpctuning.load.call.target;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;

/**
 * Finds the part of a JSON text that does not fit its message. Protocol Buffers name the
 * value but not the field, so each part is tried on its own.
 */
record JsonFault(TypeRegistry types) {

	private static final String TYPE = "@type";

	String of(JsonElement json, Message type) {
		Descriptor descriptor = type.getDescriptorForType();
		if (json.isJsonObject() && WellKnown.isNeverObject(descriptor)) {
			return "an object is not a " + descriptor.getFullName();
		}
		Optional<String> inside = (json instanceof JsonObject object) ? inMessage(object, type, "") : Optional.empty();
		return inside.or(() -> error(json, type, true)).orElse("does not fit")
				+ " (message %s)".formatted(descriptor.getFullName());
	}

	private Optional<String> inObject(JsonObject json, Message type, String path) {
		return json.entrySet()
			.stream()
			.flatMap((field) -> inField(field.getKey(), field.getValue(), type, path + field.getKey()).stream())
			.findFirst();
	}

	private Optional<String> inField(String name, JsonElement value, Message type, String path) {
		Optional<String> error = error(object(name, value), type, false);
		if (error.isEmpty()) {
			return error;
		}
		Descriptor descriptor = type.getDescriptorForType();
		Optional<FieldDescriptor> field = WellKnown.field(descriptor, name);
		if (field.isEmpty()) {
			return Optional.of("%s: there is no such field in %s; it has %s".formatted(path, descriptor.getFullName(),
					ProtoFiles.list(descriptor.getFields().stream().map(FieldDescriptor::getJsonName))));
		}
		return inParts(field.get(), name, value, type, path).or(() -> inMessage(field.get(), value, type, path))
			.or(() -> error.map((message) -> path + ": " + message));
	}

	private Optional<String> inParts(FieldDescriptor field, String name, JsonElement value, Message type, String path) {
		if (field.isMapField() && value.isJsonObject()) {
			return value.getAsJsonObject()
				.entrySet()
				.stream()
				.flatMap((entry) -> error(object(name, object(entry.getKey(), entry.getValue())), type, false)
					.map((message) -> "%s.%s: %s".formatted(path, entry.getKey(), message))
					.stream())
				.findFirst();
		}
		if (field.isRepeated() && value.isJsonArray()) {
			JsonArray array = value.getAsJsonArray();
			return IntStream.range(0, array.size())
				.boxed()
				.flatMap((i) -> inElement(field, name, array.get(i), type, "%s[%d]".formatted(path, i)))
				.findFirst();
		}
		return Optional.empty();
	}

	private Stream<String> inElement(FieldDescriptor field, String name, JsonElement element, Message type,
			String path) {
		JsonArray alone = new JsonArray();
		alone.add(element);
		return error(object(name, alone), type, false)
			.map((message) -> inMessage(field, element, type, path).orElse(path + ": " + message))
			.stream();
	}

	private Optional<String> inMessage(FieldDescriptor field, JsonElement value, Message type, String path) {
		if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE || !value.isJsonObject() || field.isMapField()) {
			return Optional.empty();
		}
		if (WellKnown.isNeverObject(field.getMessageType())) {
			return Optional.of("%s: an object is not a %s".formatted(path, field.getMessageType().getFullName()));
		}
		Message inner = type.newBuilderForType().newBuilderForField(field).buildPartial();
		return inMessage(value.getAsJsonObject(), inner, path + ".");
	}

	private Optional<String> inMessage(JsonObject json, Message type, String prefix) {
		Descriptor descriptor = type.getDescriptorForType();
		if (WellKnown.isAny(descriptor)) {
			return inAny(json, prefix);
		}
		return WellKnown.is(descriptor) ? Optional.empty() : inObject(json, type, prefix);
	}

	private Optional<String> inAny(JsonObject json, String prefix) {
		if (!(json.get(TYPE) instanceof JsonPrimitive url)) {
			return Optional.of(prefix + TYPE
					+ ": is missing; set it to the type of the message in the google.protobuf.Any, such as type.googleapis.com/package.Type");
		}
		String name = url.getAsString().substring(url.getAsString().lastIndexOf('/') + 1);
		Descriptor held = this.types.find(name);
		if (held == null) {
			return Optional
				.of("%s%s: nothing describes %s; have protoc write the files that do with --include_imports --descriptor_set_out=FILE, and set load.descriptor-set=FILE"
					.formatted(prefix, TYPE, name));
		}
		JsonObject fields = json.deepCopy();
		fields.remove(TYPE);
		return inMessage(fields, DynamicMessage.getDefaultInstance(held), prefix);
	}

	private static JsonObject object(String name, JsonElement value) {
		JsonObject object = new JsonObject();
		object.add(name, value);
		return object;
	}

	private Optional<String> error(JsonElement json, Message type, boolean whole) {
		try {
			Message.Builder message = type.newBuilderForType();
			JsonFormat.parser().usingTypeRegistry(this.types).merge(json.toString(), message);
			if (whole) {
				message.build();
			}
			return Optional.empty();
		}
		catch (UninitializedMessageException ex) {
			return Optional.of(missing(ex));
		}
		catch (InvalidProtocolBufferException ex) {
			return Optional.of((ex.getCause() instanceof UninitializedMessageException cause) ? missing(cause)
					: String.valueOf(ex.getMessage()).replaceAll("\\s+", " "));
		}
	}

	private static String missing(UninitializedMessageException ex) {
		return "required but missing: " + ProtoFiles.list(ex.getMissingFields().stream());
	}

}
