package dev.grpctuning.hello.codec;

import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

import dev.grpctuning.hello.v1.HelloRequest;

final class WireRequest extends WireFormat<HelloRequest> {

	@Override
	int expectedSize(HelloRequest request) {
		return expectedSize(request.getDataCount(), request.getPayload());
	}

	@Override
	void write(HelloRequest request, WireOut wire) {
		write(wire, "firstName", request.getFirstName());
		write(wire, "lastName", request.getLastName());
		write(wire, "id", request.getId());
		write(wire, "data", request.getDataCount(), request::getData);
		write(wire, "payload", request.getPayload());
		write(wire, "responseBytes", request.getResponseBytes());
		write(wire, "responseCount", request.getResponseCount());
	}

	@Override
	HelloRequest read(WireIn wire) {
		HelloRequest.Builder request = HelloRequest.newBuilder();
		readFields(wire, (name, value) -> {
			switch (name) {
				case "firstName" -> request.setFirstName(value.text());
				case "lastName" -> request.setLastName(value.text());
				case "id" -> request.setId(value.int64());
				case "data" -> readLongs(value, request::addData);
				case "payload" -> readBytes(value, request::setPayload);
				case "responseBytes" -> request.setResponseBytes(value.int32());
				case "responseCount" -> request.setResponseCount(value.int32());
				default -> value.skipValue();
			}
		});
		return request.build();
	}

}
