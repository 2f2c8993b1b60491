package dev.grpctuning.load.target;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UninitializedMessageException;
import com.google.protobuf.util.JsonFormat;

/**
 * Finds what is wrong with JSON that does not fit a message. Protocol Buffers name the
 * value but not the field, so each part is tried by itself.
 */
final class JsonFault {

	private JsonFault() {
	}

	/**
	 * Says what is wrong.
	 * @param json an object that does not fit
	 * @param type a message of the type
	 * @return the path of the field and what is wrong with its value
	 */
	static String of(JsonObject json, Message type) {
		return inObject(json, type, "").or(() -> error(json, type, true)).orElse("does not fit")
				+ " (message %s)".formatted(type.getDescriptorForType().getFullName());
	}

	private static Optional<String> inObject(JsonObject json, Message type, String path) {
		return json.entrySet()
			.stream()
			.flatMap((field) -> inField(field.getKey(), field.getValue(), type, path + field.getKey()).stream())
			.findFirst();
	}

	private static Optional<String> inField(String name, JsonElement value, Message type, String path) {
		Optional<String> error = error(object(name, value), type);
		if (error.isEmpty()) {
			return error;
		}
		Descriptor descriptor = type.getDescriptorForType();
		Optional<FieldDescriptor> field = JsonFields.find(descriptor, name);
		if (field.isEmpty()) {
			return Optional.of("%s: there is no such field in %s; it has %s".formatted(path, descriptor.getFullName(),
					Names.list(descriptor.getFields().stream().map(FieldDescriptor::getJsonName))));
		}
		return inParts(field.get(), name, value, type, path).or(() -> inMessage(field.get(), value, type, path))
			.or(() -> error.map((message) -> path + ": " + message));
	}

	private static Optional<String> inParts(FieldDescriptor field, String name, JsonElement value, Message type,
			String path) {
		if (field.isMapField() && value.isJsonObject()) {
			return value.getAsJsonObject()
				.entrySet()
				.stream()
				.flatMap((entry) -> error(object(name, object(entry.getKey(), entry.getValue())), type)
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

	private static Stream<String> inElement(FieldDescriptor field, String name, JsonElement element, Message type,
			String path) {
		JsonArray alone = new JsonArray();
		alone.add(element);
		return error(object(name, alone), type)
			.map((message) -> inMessage(field, element, type, path).orElse(path + ": " + message))
			.stream();
	}

	private static Optional<String> inMessage(FieldDescriptor field, JsonElement value, Message type, String path) {
		if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE || !value.isJsonObject() || field.isMapField()) {
			return Optional.empty();
		}
		Message inner = type.newBuilderForType().newBuilderForField(field).buildPartial();
		return inObject(value.getAsJsonObject(), inner, path + ".");
	}

	private static JsonObject object(String name, JsonElement value) {
		JsonObject object = new JsonObject();
		object.add(name, value);
		return object;
	}

	private static Optional<String> error(JsonObject json, Message type) {
		return error(json, type, false);
	}

	private static Optional<String> error(JsonObject json, Message type, boolean whole) {
		try {
			Message.Builder message = type.newBuilderForType();
			JsonFormat.parser().merge(json.toString(), message);
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
		return "required but missing: " + Names.list(ex.getMissingFields().stream());
	}

}
