package dev.grpctuning.hello;

import io.grpc.Status;
import org.springframework.stereotype.Component;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.observe.PeerText;

/** Checks a request, does the work and creates the response. */
@Component
class Greeting {

	private final boolean printsHeader;

	private final HandlerWork work;

	private final int maxBytes;

	Greeting(HelloProperties properties) {
		this.printsHeader = properties.printHeader();
		this.work = new HandlerWork(properties.work());
		this.maxBytes = (int) properties.maxResponseSize().toBytes();
	}

	HelloResponse answer(HelloRequest request) {
		check("response_bytes", request.getResponseBytes(), this.maxBytes);
		check("response_count", request.getResponseCount(), Integer.MAX_VALUE);
		String header = this.printsHeader ? HandlerHeaders.printed() : null;
		if (header != null) {
			System.out.println(PeerText.clean(header));
		}
		this.work.perform();
		return HelloResponse.newBuilder()
			.setGreeting("Hello " + request.getFirstName() + " " + request.getLastName())
			.setId(request.getId())
			.addAllData(request.getDataList())
			.setPayload(Payloads.ofSize(request.getResponseBytes()))
			.build();
	}

	private static void check(String field, int value, int max) {
		if (value < 0 || value > max) {
			throw Status.INVALID_ARGUMENT.withDescription("%s: %d (expected: 0 to %d)".formatted(field, value, max))
				.asRuntimeException();
		}
	}

}
