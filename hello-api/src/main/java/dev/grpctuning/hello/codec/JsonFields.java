package dev.grpctuning.hello.codec;

import java.io.IOException;
import java.util.Base64;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.protobuf.ByteString;

/**
 * Fields in JSON. Fields with their default value are omitted, as in Protocol Buffers.
 */
final class JsonFields {

	private JsonFields() {
	}

	static void write(JsonWriter json, String name, String value) throws IOException {
		if (!value.isEmpty()) {
			json.name(name).value(value);
		}
	}

	static void write(JsonWriter json, String name, long value) throws IOException {
		if (value != 0) {
			json.name(name).value(value);
		}
	}

	static void write(JsonWriter json, String name, ByteString value) throws IOException {
		if (!value.isEmpty()) {
			json.name(name).value(Base64.getEncoder().encodeToString(value.toByteArray()));
		}
	}

	static void write(JsonWriter json, String name, int count, IntToLongFunction values) throws IOException {
		if (count != 0) {
			json.name(name).beginArray();
			for (int i = 0; i < count; i++) {
				json.value(values.applyAsLong(i));
			}
			json.endArray();
		}
	}

	static ByteString readBytes(JsonReader json) throws IOException {
		return ByteString.copyFrom(Base64.getDecoder().decode(json.nextString()));
	}

	static void readLongs(JsonReader json, LongConsumer values) throws IOException {
		json.beginArray();
		while (json.hasNext()) {
			values.accept(json.nextLong());
		}
		json.endArray();
	}

	/** Reads an object and skips fields that are {@code null}. */
	static void readObject(JsonReader json, FieldReader fields) throws IOException {
		json.beginObject();
		while (json.hasNext()) {
			String name = json.nextName();
			if (json.peek() == JsonToken.NULL) {
				json.skipValue();
			}
			else {
				fields.read(name);
			}
		}
		json.endObject();
	}

	@FunctionalInterface
	interface FieldReader {

		/** Reads the value of a field, or skips that of an unknown one. */
		void read(String name) throws IOException;

	}

}
