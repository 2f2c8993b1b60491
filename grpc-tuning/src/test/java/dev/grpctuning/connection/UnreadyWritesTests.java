package dev.grpctuning.connection;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

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
	void whenTheClientIsReadyThenNothingCounts() {
		write(8 << 20, 1024);
		write(64 << 20, 4 << 20);
		assertThat(this.writes.most()).isNull();
	}

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

	private static final class Call extends ServerCall<HelloRequest, HelloResponse> {

		private boolean ready = true;

		@Override
		public boolean isReady() {
			return this.ready;
		}

		@Override
		public MethodDescriptor<HelloRequest, HelloResponse> getMethodDescriptor() {
			return HelloServiceGrpc.getSayHelloStreamMethod();
		}

		@Override
		public void request(int messages) {
		}

		@Override
		public void sendHeaders(Metadata headers) {
		}

		@Override
		public void sendMessage(HelloResponse message) {
		}

		@Override
		public void close(Status status, Metadata trailers) {
		}

		@Override
		public boolean isCancelled() {
			return false;
		}

	}

}
