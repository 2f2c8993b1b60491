package dev.grpctuning.benchmark;

import io.grpc.stub.StreamObserver;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/** Sends the payload back, and for {@link #WHERE} the name of its thread. */
final class Echo extends HelloServiceGrpc.HelloServiceImplBase {

	static final HelloRequest WHERE = HelloRequest.newBuilder().setId(1).build();

	@Override
	public void sayHello(HelloRequest request, StreamObserver<HelloResponse> observer) {
		HelloResponse.Builder response = HelloResponse.newBuilder().setPayload(request.getPayload());
		if (request.getId() == WHERE.getId()) {
			response.setGreeting(Thread.currentThread().getName());
		}
		observer.onNext(response.build());
		observer.onCompleted();
	}

}
