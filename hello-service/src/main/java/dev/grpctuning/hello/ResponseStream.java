package dev.grpctuning.hello;

import io.grpc.stub.ServerCallStreamObserver;

import dev.grpctuning.hello.v1.HelloResponse;

/**
 * Sends one response many times, no faster than the client accepts them, and without
 * buffering.
 */
class ResponseStream {

	private final ServerCallStreamObserver<HelloResponse> observer;

	private final HelloResponse response;

	private int left;

	ResponseStream(ServerCallStreamObserver<HelloResponse> observer, HelloResponse response, int count) {
		this.observer = observer;
		this.response = response;
		this.left = count;
	}

	void start() {
		// With a handler, a call that was cancelled does not throw when it is written to.
		this.observer.setOnCancelHandler(() -> this.left = 0);
		this.observer.setOnReadyHandler(this::send);
	}

	private void send() {
		if (this.left == 0) {
			return;
		}
		while (this.left > 0 && this.observer.isReady()) {
			this.left--;
			this.observer.onNext(this.response);
		}
		if (this.left == 0) {
			this.observer.onCompleted();
		}
	}

}
