package dev.grpctuning.load.call.target;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.reflection.v1.FileDescriptorResponse;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.call.InvalidCallException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Servers whose reflection never comes to an end, or makes no sense. */
@Timeout(60)
class HostileReflectionIT {

	private final AtomicInteger questions = new AtomicInteger();

	private @Nullable Server server;

	private @Nullable ManagedChannel channel;

	@AfterEach
	void close() {
		if (this.channel != null) {
			this.channel.shutdownNow();
		}
		if (this.server != null) {
			this.server.shutdownNow();
		}
	}

	@Test
	void whenThereAreTooManyFilesThenItEnds() throws Exception {
		serve((question) -> Stream.concat(Stream.of(file("file" + question, "file" + (question + 1))),
				IntStream.range(0, 300).mapToObj((i) -> file("other" + question + "-" + i))));
		assertRefused(Duration.ofSeconds(30), "the server's reflection answers with more than 2000 files or 16 MB");
	}

	@Test
	void whenFilesAreTooLongThenItEnds() throws Exception {
		String name = "x".repeat(3_000_000);
		serve((question) -> Stream.of(file("file" + question, "file" + (question + 1)).toBuilder()
			.addMessageType(DescriptorProto.newBuilder().setName(name))
			.build()));
		assertRefused(Duration.ofSeconds(30), "the server's reflection answers with more than 2000 files or 16 MB");
	}

	@Test
	void whenAnswersAreSlowThenAllOfThemHaveOneDeadline() throws Exception {
		serve((question) -> {
			pause();
			return Stream.of(file("file" + question, "file" + (question + 1)));
		});
		// With a deadline each, they would go on until there are too many files.
		assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(() -> ask(Duration.ofSeconds(5)))
			.satisfies((ex) -> assertThat(ex.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
		assertThat(this.questions.get()).isGreaterThan(1);
	}

	private static FileDescriptorProto file(String name, String... imports) {
		return FileDescriptorProto.newBuilder()
			.setName(name)
			.setPackage("a")
			.addAllDependency(List.of(imports))
			.addService(ServiceDescriptorProto.newBuilder().setName("S"))
			.build();
	}

	private static void pause() {
		LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
	}

	private void assertRefused(Duration timeout, String message) {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> ask(timeout))
			.withMessageStartingWith("load.call: " + message)
			.withMessageNotContaining("\n");
	}

	private void ask(Duration timeout) {
		new ServerReflection(Objects.requireNonNull(this.channel), timeout).service("a.S");
	}

	/** Answers each question, whatever it is, with files. */
	private void serve(Function<Integer, Stream<FileDescriptorProto>> answers) throws IOException {
		Server started = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
			.addService(new ServerReflectionGrpc.ServerReflectionImplBase() {

				@Override
				public StreamObserver<ServerReflectionRequest> serverReflectionInfo(
						StreamObserver<ServerReflectionResponse> response) {
					return new Answering(response, answers);
				}

			})
			.build()
			.start();
		this.server = started;
		this.channel = NettyChannelBuilder.forAddress("127.0.0.1", started.getPort()).usePlaintext().build();
	}

	private final class Answering implements StreamObserver<ServerReflectionRequest> {

		private final StreamObserver<ServerReflectionResponse> response;

		private final Function<Integer, Stream<FileDescriptorProto>> answers;

		Answering(StreamObserver<ServerReflectionResponse> response,
				Function<Integer, Stream<FileDescriptorProto>> answers) {
			this.response = response;
			this.answers = answers;
		}

		@Override
		public void onNext(ServerReflectionRequest request) {
			int question = HostileReflectionIT.this.questions.getAndIncrement();
			List<ByteString> files = this.answers.apply(question).map(FileDescriptorProto::toByteString).toList();
			this.response.onNext(ServerReflectionResponse.newBuilder()
				.setFileDescriptorResponse(FileDescriptorResponse.newBuilder().addAllFileDescriptorProto(files))
				.build());
		}

		@Override
		public void onError(Throwable failure) {
			// The client has what it wants.
		}

		@Override
		public void onCompleted() {
			this.response.onCompleted();
		}

	}

}
