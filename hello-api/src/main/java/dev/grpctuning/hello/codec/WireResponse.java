package dev.grpctuning.hello.codec;

import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

import dev.grpctuning.hello.v1.HelloResponse;

final class WireResponse extends WireFormat<HelloResponse> {

	@Override
	int expectedSize(HelloResponse response) {
		return expectedSize(response.getDataCount(), response.getPayload());
	}

	@Override
	void write(HelloResponse response, WireOut wire) {
		write(wire, "greeting", response.getGreeting());
		write(wire, "id", response.getId());
		write(wire, "data", response.getDataCount(), response::getData);
		write(wire, "payload", response.getPayload());
	}

	@Override
	HelloResponse read(WireIn wire) {
		HelloResponse.Builder response = HelloResponse.newBuilder();
		readFields(wire, (name, value) -> {
			switch (name) {
				case "greeting" -> response.setGreeting(value.text());
				case "id" -> response.setId(value.int64());
				case "data" -> readLongs(value, response::addData);
				case "payload" -> readBytes(value, response::setPayload);
				default -> value.skipValue();
			}
		});
		return response.build();
	}

}
