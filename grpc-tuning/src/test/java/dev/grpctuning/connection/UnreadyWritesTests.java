package dev.grpctuning.connection;

import org.junit.jupiter.api.Test;

import dev.grpctuning.SilentCall;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;

/** Which streams count as writing to clients that are not ready. */
class UnreadyWritesTests {

	private final UnreadyWrites writes = new UnreadyWrites();

	private final UnreadyWrites.Stream stream = this.writes.watch();

	private final Call call = new Call();

	@Test
	void whenItIsNotThenWhatIsWrittenAddsUp() {
		this.call.ready = false;
		write(UnreadyWrites.MOST - UnreadyWrites.STEP, 1024);
		assertThat(this.writes.most()).isNull();
		write(UnreadyWrites.STEP, 1024);
		assertThat(this.writes.most())
			.isEqualTo(new UnreadyWrites.Waiting("hello.v1.HelloService/SayHelloStream", UnreadyWrites.MOST));
		write(UnreadyWrites.MOST, 1024);
		assertThat(this.writes.most())
			.isEqualTo(new UnreadyWrites.Waiting("hello.v1.HelloService/SayHelloStream", 2 * UnreadyWrites.MOST));
		assertThat(this.writes.streams()).isOne();
	}

	@Test
	void whenItIsReadyInBetweenThenTheSumStartsAgain() {
		for (int i = 0; i < 10; i++) {
			this.call.ready = false;
			write(UnreadyWrites.MOST / 2, 1024);
			this.call.ready = true;
			write(UnreadyWrites.STEP, 1024);
		}
		assertThat(this.writes.most()).isNull();
	}

	private void write(int bytes, int message) {
		for (int i = 0; i < bytes / message; i++) {
			this.stream.writing(this.call, message);
		}
	}

	private static final class Call extends SilentCall<HelloRequest, HelloResponse> {

		private boolean ready = true;

		Call() {
			super(HelloServiceGrpc.getSayHelloStreamMethod(), "127.0.0.1");
		}

		@Override
		public boolean isReady() {
			return this.ready;
		}

	}

}
