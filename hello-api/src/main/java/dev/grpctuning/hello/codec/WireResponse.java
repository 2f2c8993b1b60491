package dev.grpctuning.hello.codec;

import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.ValueOut;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

import dev.grpctuning.hello.v1.HelloResponse;

/**
 * The response in Chronicle Wire.
 */
final class WireResponse extends WireFields<HelloResponse> {

	@Override
	int expectedSize(HelloResponse response) {
		return expectedSize(response.getDataCount(), response.getPayload());
	}

	@Override
	void write(HelloResponse response, WireOut wire) {
		write(wire, "greeting", response.getGreeting());
		write(wire, "id", response.getId());
		if (response.getDataCount() != 0) {
			wire.write("data").sequence(response, WireResponse::writeData);
		}
		write(wire, "payload", response.getPayload());
	}

	private static void writeData(HelloResponse response, ValueOut values) {
		for (int i = 0; i < response.getDataCount(); i++) {
			values.int64(response.getData(i));
		}
	}

	@Override
	HelloResponse read(WireIn wire) {
		HelloResponse.Builder response = HelloResponse.newBuilder();
		readFields(wire, (name, value) -> {
			switch (name) {
				case "greeting" -> response.setGreeting(value.text());
				case "id" -> response.setId(value.int64());
				case "data" -> value.sequence(response, WireResponse::readData);
				case "payload" -> readBytes(value, response::setPayload);
				default -> {
					return false;
				}
			}
			return true;
		});
		return response.build();
	}

	private static void readData(HelloResponse.Builder response, ValueIn values) {
		readLongs(values, response::addData);
	}

}
