package dev.grpctuning.hello;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;

/**
 * Answers the requests of one stream in order. It requests the next one only while the
 * client accepts responses.
 */
class Chat implements StreamObserver<HelloRequest> {

	private final ServerCallStreamObserver<HelloResponse> observer;

	private final Greeting greeting;

	private boolean waitsForRequest;

	private boolean ended;

	Chat(ServerCallStreamObserver<HelloResponse> observer, Greeting greeting) {
		this.observer = observer;
		this.greeting = greeting;
	}

	void start() {
		this.observer.disableAutoRequest();
		this.observer.setOnCancelHandler(() -> this.ended = true);
		this.observer.setOnReadyHandler(this::requestNext);
	}

	private void requestNext() {
		if (!this.ended && !this.waitsForRequest && this.observer.isReady()) {
			this.waitsForRequest = true;
			this.observer.request(1);
		}
	}

	@Override
	public void onNext(HelloRequest request) {
		if (this.ended) {
			return;
		}
		this.waitsForRequest = false;
		try {
			this.observer.onNext(this.greeting.answer(request));
			requestNext();
		}
		catch (StatusRuntimeException ex) {
			this.ended = true;
			this.observer.onError(ex);
		}
	}

	@Override
	public void onError(Throwable failure) {
		this.ended = true;
	}

	@Override
	public void onCompleted() {
		if (!this.ended) {
			this.ended = true;
			this.observer.onCompleted();
		}
	}

}
