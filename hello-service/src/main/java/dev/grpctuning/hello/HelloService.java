package dev.grpctuning.hello;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import net.devh.boot.grpc.server.service.GrpcService;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

@GrpcService
class HelloService extends HelloServiceGrpc.HelloServiceImplBase {

	private final Greeting greeting;

	private final LateAnswers answers;

	HelloService(Greeting greeting, HelloProperties properties) {
		this.greeting = greeting;
		this.answers = new LateAnswers(properties.work().asyncDelay());
	}

	@Override
	public void sayHello(HelloRequest request, StreamObserver<HelloResponse> observer) {
		try {
			this.answers.send(this.greeting.answer(request), observer);
		}
		catch (StatusRuntimeException ex) {
			observer.onError(ex);
		}
	}

	@Override
	public void sayHelloStream(HelloRequest request, StreamObserver<HelloResponse> observer) {
		try {
			new ResponseStream((ServerCallStreamObserver<HelloResponse>) observer, this.greeting.answer(request),
					Math.max(1, request.getResponseCount()))
				.start();
		}
		catch (StatusRuntimeException ex) {
			observer.onError(ex);
		}
	}

	@Override
	public StreamObserver<HelloRequest> chat(StreamObserver<HelloResponse> observer) {
		Chat chat = new Chat((ServerCallStreamObserver<HelloResponse>) observer, this.greeting);
		chat.start();
		return chat;
	}

}
