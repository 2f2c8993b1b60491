package dev.grpctuning.hello.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;

/** JSON in UTF-8. */
final class JsonFormat<T> extends FormatMarshaller<T> {

	private final TypeAdapter<T> adapter;

	JsonFormat(TypeAdapter<T> adapter) {
		super("JSON");
		this.adapter = adapter;
	}

	@Override
	public InputStream stream(T message) {
		return new MessageBytes(this.adapter.toJson(message).getBytes(StandardCharsets.UTF_8));
	}

	@Override
	T read(byte[] bytes) throws IOException {
		JsonReader reader = new JsonReader(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
		reader.setStrictness(Strictness.STRICT);
		T message = this.adapter.read(reader);
		if (reader.peek() != JsonToken.END_DOCUMENT) {
			throw new MalformedJsonException("Something follows the message");
		}
		return message;
	}

}
