package dev.grpctuning.hello;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Chat that has been answered once and stays open.
 *
 * @param requests takes the requests
 * @param responses what came back
 */
record OpenChat(StreamObserver<HelloRequest> requests, Responses responses) {

	static OpenChat on(ManagedChannel channel) throws InterruptedException {
		Responses responses = new Responses();
		OpenChat chat = new OpenChat(HelloServiceGrpc.newStub(channel).chat(responses), responses);
		chat.assertAnswers();
		return chat;
	}

	/** Makes sure that it still answers, and that it ends well. */
	void end() throws InterruptedException {
		assertAnswers();
		this.requests.onCompleted();
		assertThat(this.responses.next()).isEqualTo(Status.OK);
	}

	private void assertAnswers() throws InterruptedException {
		this.requests.onNext(HelloRequest.getDefaultInstance());
		assertThat(this.responses.next()).isInstanceOf(HelloResponse.class);
	}

}
