package dev.grpctuning.hello.codec;

import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.ValueOut;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

import dev.grpctuning.hello.v1.HelloRequest;

/**
 * The request in Chronicle Wire.
 */
final class WireRequest extends WireFields<HelloRequest> {

	@Override
	int expectedSize(HelloRequest request) {
		return expectedSize(request.getDataCount(), request.getPayload());
	}

	@Override
	void write(HelloRequest request, WireOut wire) {
		write(wire, "firstName", request.getFirstName());
		write(wire, "lastName", request.getLastName());
		write(wire, "id", request.getId());
		if (request.getDataCount() != 0) {
			wire.write("data").sequence(request, WireRequest::writeData);
		}
		write(wire, "payload", request.getPayload());
		write(wire, "responseBytes", request.getResponseBytes());
		write(wire, "responseCount", request.getResponseCount());
	}

	private static void writeData(HelloRequest request, ValueOut values) {
		for (int i = 0; i < request.getDataCount(); i++) {
			values.int64(request.getData(i));
		}
	}

	@Override
	HelloRequest read(WireIn wire) {
		HelloRequest.Builder request = HelloRequest.newBuilder();
		readFields(wire, (name, value) -> {
			switch (name) {
				case "firstName" -> request.setFirstName(value.text());
				case "lastName" -> request.setLastName(value.text());
				case "id" -> request.setId(value.int64());
				case "data" -> value.sequence(request, WireRequest::readData);
				case "payload" -> readBytes(value, request::setPayload);
				case "responseBytes" -> request.setResponseBytes(value.int32());
				case "responseCount" -> request.setResponseCount(value.int32());
				default -> {
					return false;
				}
			}
			return true;
		});
		return request.build();
	}

	private static void readData(HelloRequest.Builder request, ValueIn values) {
		readLongs(values, request::addData);
	}

}
