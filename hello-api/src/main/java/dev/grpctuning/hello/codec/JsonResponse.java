package dev.grpctuning.hello.codec;

import java.io.IOException;

import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;

import dev.grpctuning.hello.v1.HelloResponse;

final class JsonResponse extends TypeAdapter<HelloResponse> {

	@Override
	public void write(JsonWriter json, HelloResponse response) throws IOException {
		json.beginObject();
		JsonFields.write(json, "greeting", response.getGreeting());
		JsonFields.write(json, "id", response.getId());
		JsonFields.write(json, "data", response.getDataCount(), response::getData);
		JsonFields.write(json, "payload", response.getPayload());
		json.endObject();
	}

	@Override
	public HelloResponse read(JsonReader json) throws IOException {
		HelloResponse.Builder response = HelloResponse.newBuilder();
		JsonFields.readObject(json, (name) -> {
			switch (name) {
				case "greeting" -> response.setGreeting(json.nextString());
				case "id" -> response.setId(json.nextLong());
				case "data" -> JsonFields.readLongs(json, response::addData);
				case "payload" -> response.setPayload(JsonFields.readBytes(json));
				default -> json.skipValue();
			}
		});
		return response.build();
	}

}
