package dev.grpctuning.testkit.greeting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.grpc.stub.StreamObserver;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One call with many messages, numbered from 1 by both sides. */
public final class Chat {

	private final StreamObserver<HelloRequest> requests;

	private final CompletableFuture<Long> end = new CompletableFuture<>();

	private volatile long answered;

	private long sent;

	/** Begins the call and waits for the first answer. */
	public Chat(Client client) {
		this.requests = HelloServiceGrpc.newStub(client.channel()).chat(new Answers());
		send(1);
		await().until(() -> this.answered == 1 || this.end.isDone());
	}

	/** Sends messages and does not wait for the answers. */
	public void send(int messages) {
		for (int i = 0; i < messages; i++) {
			this.sent++;
			this.requests.onNext(HelloRequest.newBuilder().setId(this.sent).build());
		}
	}

	/** Ends the call and checks that each message was answered, in order. */
	public void end() throws Exception {
		this.requests.onCompleted();
		assertThat(this.end.get(120, TimeUnit.SECONDS)).isEqualTo(this.sent);
	}

	/** Completes the end with the number of answers, or with what went wrong. */
	private final class Answers implements StreamObserver<HelloResponse> {

		@Override
		public void onNext(HelloResponse response) {
			long expected = Chat.this.answered + 1;
			if (response.getId() != expected || !response.getGreeting().equals("" + expected)) {
				Chat.this.end.completeExceptionally(new AssertionError("message %d, number %s (expected: %d)"
					.formatted(response.getId(), response.getGreeting(), expected)));
			}
			Chat.this.answered = expected;
		}

		@Override
		public void onError(Throwable failure) {
			Chat.this.end.completeExceptionally(failure);
		}

		@Override
		public void onCompleted() {
			Chat.this.end.complete(Chat.this.answered);
		}

	}

}
