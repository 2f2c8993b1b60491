package dev.grpctuning.hello;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.grpc.stub.ServerCallStreamObserver;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.hello.HelloProperties.Work;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** A client that does not take its responses makes the service wait, not buffer. */
class FlowControlTests {

	private final SlowClient client = new SlowClient();

	private final Greeting greeting = new Greeting(
			new HelloProperties(false, new Work(null, null, null, null, Duration.ZERO), DataSize.ofMegabytes(4)));

	@Test
	void streamSendsOnlyWhatTheClientIsReadyFor() {
		new ResponseStream(this.client, HelloResponse.getDefaultInstance(), 5).start();
		assertThat(this.client.sent).isEmpty();
		this.client.takes(2);
		assertThat(this.client.sent).hasSize(2);
		assertThat(this.client.completed).isFalse();
		this.client.takes(100);
		assertThat(this.client.sent).hasSize(5);
		assertThat(this.client.completed).isTrue();
	}

	@Test
	void streamStopsWhenTheCallIsCancelled() {
		new ResponseStream(this.client, HelloResponse.getDefaultInstance(), 5).start();
		this.client.onCancel.run();
		this.client.takes(100);
		assertThat(this.client.sent).isEmpty();
		assertThat(this.client.completed).isFalse();
	}

	@Test
	void whenACallIsCancelledThenItsLateAnswerIsForgotten() {
		LateAnswers answers = new LateAnswers(Duration.ofDays(1));
		answers.send(HelloResponse.getDefaultInstance(), this.client);
		assertThat(answers.waiting()).isOne();
		this.client.onCancel.run();
		assertThat(answers.waiting()).isZero();
		assertThat(this.client.completed).isFalse();
	}

	@Test
	void chatAsksForTheNextRequestOnlyWhenTheClientIsReady() {
		Chat chat = new Chat(this.client, this.greeting);
		chat.start();
		assertThat(this.client.requested).isZero();
		this.client.takes(1);
		assertThat(this.client.requested).isOne();
		chat.onNext(HelloRequest.getDefaultInstance());
		assertThat(this.client.sent).hasSize(1);
		assertThat(this.client.requested).isOne();
		this.client.takes(2);
		assertThat(this.client.requested).isEqualTo(2);
		chat.onNext(HelloRequest.getDefaultInstance());
		assertThat(this.client.requested).isEqualTo(3);
	}

	@Test
	void chatEndsAfterARefusal() {
		Chat chat = new Chat(this.client, this.greeting);
		chat.start();
		this.client.takes(100);
		chat.onNext(HelloRequest.newBuilder().setResponseBytes(-1).build());
		chat.onNext(HelloRequest.getDefaultInstance());
		chat.onCompleted();
		assertThat(this.client.failures).hasSize(1);
		assertThat(this.client.sent).isEmpty();
		assertThat(this.client.completed).isFalse();
	}

	/** Takes a number of responses, then none. */
	private static final class SlowClient extends ServerCallStreamObserver<HelloResponse> {

		private final List<HelloResponse> sent = new ArrayList<>();

		private final List<Throwable> failures = new ArrayList<>();

		private Runnable onReady = () -> {
		};

		private Runnable onCancel = () -> {
		};

		private int room;

		private int requested;

		private boolean completed;

		void takes(int responses) {
			this.room = responses;
			this.onReady.run();
		}

		@Override
		public boolean isReady() {
			return this.room > 0;
		}

		@Override
		public void onNext(HelloResponse response) {
			this.room--;
			this.sent.add(response);
		}

		@Override
		public void onError(Throwable failure) {
			this.failures.add(failure);
		}

		@Override
		public void onCompleted() {
			this.completed = true;
		}

		@Override
		public void request(int count) {
			this.requested += count;
		}

		@Override
		public void setOnReadyHandler(Runnable handler) {
			this.onReady = handler;
		}

		@Override
		public void setOnCancelHandler(Runnable handler) {
			this.onCancel = handler;
		}

		@Override
		public boolean isCancelled() {
			return false;
		}

		@Override
		public void disableAutoInboundFlowControl() {
		}

		@Override
		public void disableAutoRequest() {
		}

		@Override
		public void setMessageCompression(boolean enable) {
		}

		@Override
		public void setCompression(String compression) {
		}

	}

}
