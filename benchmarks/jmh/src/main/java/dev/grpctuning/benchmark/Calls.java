package dev.grpctuning.benchmark;

import java.io.IOException;

import com.google.protobuf.ByteString;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.value.ExecutorType;

/** A server, and a client that makes one call after the other. */
final class Calls {

	private final TunedServer server;

	private final EchoClient client;

	private final HelloRequest request;

	Calls(Link link, ExecutorType executor, Tuned tuned, int bytes) throws IOException {
		this.server = new TunedServer(link, executor, tuned);
		this.client = new EchoClient(link.transport(), this.server.server());
		this.request = HelloRequest.newBuilder().setPayload(ByteString.copyFrom(new byte[bytes])).build();
		checkThread(link, executor);
		if (call().getPayload().size() != bytes) {
			throw new IllegalStateException("The payload does not come back");
		}
	}

	private void checkThread(Link link, ExecutorType executor) {
		// Results of another executor than the table names would be worse than none.
		String thread = this.client.call(Echo.WHERE).getGreeting();
		String expected = TunedServer.HANDLER_THREAD;
		if (executor == ExecutorType.DIRECT) {
			expected = (link == Link.IN_PROCESS) ? Thread.currentThread().getName() : "grpc-server-worker-";
		}
		if (!thread.startsWith(expected)) {
			throw new IllegalStateException("The handler ran on " + thread + " (expected: " + expected + ")");
		}
	}

	HelloResponse call() {
		return this.client.call(this.request);
	}

	void close() throws InterruptedException {
		this.client.close();
		this.server.close();
	}

}
