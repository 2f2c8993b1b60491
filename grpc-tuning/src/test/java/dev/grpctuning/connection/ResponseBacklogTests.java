package dev.grpctuning.connection;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which connection is closed when responses wait, and how often it is looked for. */
class ResponseBacklogTests {

	private static final int BOUND = 1_000_000;

	private final List<OpenConnection> open = Stream.generate(ResponseBacklogTests::connection).limit(20).toList();

	private long now;

	private int searches;

	private final ResponseBacklog backlog = new ResponseBacklog(() -> BOUND, () -> {
		this.searches++;
		return this.open.stream();
	}, (transport) -> null, ResponseBacklogTests::close, () -> this.now);

	@Test
	void whenTheResponsesAreLargerThanTheBoundThenTheConnectionWithMostIsClosed() {
		this.backlog.add(this.open.get(3), 600_000);
		this.backlog.add(this.open.get(7), 400_000);
		assertThat(this.backlog.isFull(this.open.get(7))).isFalse();
		this.backlog.add(this.open.get(7), 100_000);
		assertThat(this.backlog.isFull(this.open.get(7))).as("another one is closed").isFalse();
		assertClosed(3);
	}

	@Test
	void whenItIsTheConnectionOfTheCallerThenTheCallerIsToldSo() {
		this.backlog.add(this.open.get(3), BOUND + 1);
		assertThat(this.backlog.isFull(this.open.get(3))).isTrue();
		assertClosed(3);
		assertThat(this.backlog.isFull(this.open.get(3))).as("it is closed").isTrue();
	}

	/** Otherwise clients that open many connections would get past the bound. */
	@Test
	void whenManyConnectionsHoldLittleEachThenAsManyAreClosedAsMustBe() {
		for (int i = 0; i < this.open.size(); i++) {
			this.backlog.add(this.open.get(i), 60_000 + i);
		}
		assertThat(this.backlog.isFull(this.open.get(0))).isFalse();
		assertClosed(16, 17, 18, 19);
	}

	@Test
	void whenTheyGrowThenTheyAreSearchedAsTheResponsesOrTheTimeGoOn() {
		this.backlog.add(this.open.get(0), BOUND + 1);
		this.backlog.isFull(this.open.get(1));
		for (int message = 0; message < 1000; message++) {
			this.backlog.isFull(this.open.get(1));
			this.backlog.add(this.open.get(1), 10);
		}
		assertThat(this.searches).isOne();
		this.now = 4_999_999;
		this.backlog.isFull(this.open.get(1));
		assertThat(this.searches).isOne();
		this.now = 5_000_000;
		this.backlog.isFull(this.open.get(1));
		assertThat(this.searches).isEqualTo(2);
		this.backlog.add(this.open.get(1), 50_000);
		this.backlog.isFull(this.open.get(1));
		assertThat(this.searches).isEqualTo(3);
	}

	/** gRPC sends such a message after it was measured. */
	@Test
	void whenResponsesAreStreamsOfTheApplicationThenTheyStayOpen() throws Exception {
		MethodDescriptor<InputStream, InputStream> method = MethodDescriptor.<InputStream, InputStream>newBuilder()
			.setType(MethodDescriptor.MethodType.UNARY)
			.setFullMethodName("a.B/C")
			.setRequestMarshaller(new Unchanged())
			.setResponseMarshaller(new Unchanged())
			.build();
		ResponseBacklog backlog = new ResponseBacklog(() -> BOUND, this.open::stream, (transport) -> this.open.get(0),
				ResponseBacklogTests::close, () -> this.now);
		ServerBuilder<?> builder = InProcessServerBuilder.forName("backlog")
			.directExecutor()
			.addService(ServerServiceDefinition.builder("a.B")
				.addMethod(method,
						ServerCalls.asyncUnaryCall((InputStream request, StreamObserver<InputStream> responses) -> {
							responses.onNext(new OpenStream());
							responses.onCompleted();
						}))
				.build());
		backlog.applyTo(builder);
		Server server = builder.build().start();
		ManagedChannel channel = InProcessChannelBuilder.forName("backlog").directExecutor().build();
		try (InputStream response = ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT,
				new ByteArrayInputStream(new byte[1]))) {
			assertThat(response.readAllBytes()).hasSize(3);
		}
		finally {
			channel.shutdownNow();
			server.shutdownNow();
		}
	}

	private void assertClosed(Integer... expected) {
		List<Integer> closed = new ArrayList<>();
		for (int i = 0; i < this.open.size(); i++) {
			EmbeddedChannel channel = (EmbeddedChannel) this.open.get(i).channel();
			channel.runPendingTasks();
			if (!channel.isOpen()) {
				closed.add(i);
			}
		}
		assertThat(closed).containsExactly(expected);
	}

	private static OpenConnection connection() {
		return new OpenConnection(1, 1, new EmbeddedChannel(), new ServingConnections());
	}

	private static void close(OpenConnection connection) {
		connection.abort(() -> {
		});
	}

	private static final class Unchanged implements MethodDescriptor.Marshaller<InputStream> {

		@Override
		public InputStream stream(InputStream value) {
			return value;
		}

		@Override
		public InputStream parse(InputStream stream) {
			try {
				return new ByteArrayInputStream(stream.readAllBytes());
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/** Three bytes, until it is closed. */
	private static final class OpenStream extends FilterInputStream {

		private boolean closed;

		OpenStream() {
			super(new ByteArrayInputStream(new byte[3]));
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			assertThat(this.closed).isFalse();
			return super.read(bytes, offset, length);
		}

		@Override
		public void close() {
			this.closed = true;
		}

	}

}
