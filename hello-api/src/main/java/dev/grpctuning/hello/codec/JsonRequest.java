package dev.grpctuning.hello.codec;

import java.io.IOException;

import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;

import dev.grpctuning.hello.v1.HelloRequest;

final class JsonRequest extends TypeAdapter<HelloRequest> {

	@Override
	public void write(JsonWriter json, HelloRequest request) throws IOException {
		json.beginObject();
		JsonFields.write(json, "firstName", request.getFirstName());
		JsonFields.write(json, "lastName", request.getLastName());
		JsonFields.write(json, "id", request.getId());
		JsonFields.write(json, "data", request.getDataCount(), request::getData);
		JsonFields.write(json, "payload", request.getPayload());
		JsonFields.write(json, "responseBytes", request.getResponseBytes());
		JsonFields.write(json, "responseCount", request.getResponseCount());
		json.endObject();
	}

	@Override
	public HelloRequest read(JsonReader json) throws IOException {
		HelloRequest.Builder request = HelloRequest.newBuilder();
		JsonFields.readObject(json, (name) -> {
			switch (name) {
				case "firstName" -> request.setFirstName(json.nextString());
				case "lastName" -> request.setLastName(json.nextString());
				case "id" -> request.setId(json.nextLong());
				case "data" -> JsonFields.readLongs(json, request::addData);
				case "payload" -> request.setPayload(JsonFields.readBytes(json));
				case "responseBytes" -> request.setResponseBytes(json.nextInt());
				case "responseCount" -> request.setResponseCount(json.nextInt());
				default -> json.skipValue();
			}
		});
		return request.build();
	}

}
