package dev.grpctuning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.util.ReflectionTestUtils;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.transport.NettyTransportAvailability;
import dev.grpctuning.transport.SocketOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Socket options as the system and Netty report them. */
class SocketsIT {

	@ParameterizedTest
	@ValueSource(strings = { "nio", "epoll", "io-uring" })
	void whenOptionsAreSetThenTheSocketsHaveThem(String transport) {
		assumeAvailable(transport);
		boolean isNative = !transport.equals("nio");
		String[] common = { "transport=" + transport, "socket.backlog=77", "socket.no-delay=false",
				"socket.receive-buffer-size=64KB", "socket.send-buffer-size=96KB", "socket.write-watermark.low=8KB",
				"socket.write-watermark.high=16KB", "allocator=adaptive" };
		String[] properties = Stream
			.concat(Stream.of(common), isNative ? Stream.of("socket.user-timeout=7s") : Stream.of())
			.toArray(String[]::new);
		try (PlainServer server = PlainServer.start(properties); Client client = new Client(server)) {
			client.sayHello();
			Channel connection = connection(server);
			assertThat(option(connection, ChannelOption.TCP_NODELAY)).isFalse();
			// Linux reports twice the requested size.
			assertThat(option(connection, ChannelOption.SO_RCVBUF)).isIn(64 << 10, 128 << 10)
				.isEqualTo(server.effective(Knobs.SOCKET_RECEIVE_BUFFER_SIZE));
			assertThat(option(connection, ChannelOption.SO_SNDBUF)).isIn(96 << 10, 192 << 10);
			assertThat(option(connection, ChannelOption.WRITE_BUFFER_WATER_MARK)).returns(8 << 10, (mark) -> mark.low())
				.returns(16 << 10, (mark) -> mark.high());
			assertThat(connection.alloc()).isInstanceOf(AdaptiveByteBufAllocator.class);
			Channel listener = listener(server);
			assertThat(listener.alloc()).isInstanceOf(AdaptiveByteBufAllocator.class);
			assertThat(option(listener, ChannelOption.SO_BACKLOG)).isEqualTo(77);
			if (isNative) {
				assertThat(listenQueue(listener)).isEqualTo(77);
				Transport type = Transport.valueOf(transport.toUpperCase().replace('-', '_'));
				assertThat(option(connection, SocketOptions.userTimeout(type))).isEqualTo(7_000);
			}
		}
	}

	@Test
	void whenLeakDetectionIsSetThenItChangesAtOnceAndEndsWithTheServer() {
		ResourceLeakDetector.Level original = ResourceLeakDetector.getLevel();
		try (PlainServer server = PlainServer.start("leak-detection=disabled")) {
			assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.DISABLED);
			TuningChange change = server.change("leak-detection=advanced");
			assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.ADVANCED);
			assertThat(change.generation()).isOne();
			server.change("leak-detection=");
			assertThat(ResourceLeakDetector.getLevel()).isEqualTo(original);
			server.change("leak-detection=advanced");
		}
		assertThat(ResourceLeakDetector.getLevel()).isEqualTo(original);
	}

	@Test
	void whenRingIsSetThenTheKernelHasIt() throws IOException {
		assumeAvailable("io-uring");
		try (PlainServer server = PlainServer.start("transport=io-uring", "worker-threads=1", "io-uring.ring-size=64",
				"io-uring.completion-queue-size=512")) {
			server.call();
			List<String> rings = rings();
			assertThat(rings).isNotEmpty()
				.allSatisfy((ring) -> assertThat(ring).contains("SqMask:\t0x3f\n", "CqMask:\t0x1ff\n"));
		}
	}

	@Test
	void whenMetadataAreLargerThanTheSoftLimitThenCallsAreRejectedAtRandom() {
		try (PlainServer server = PlainServer.start("max-inbound-metadata-size=16KB");
				Client client = new Client(server)) {
			assertThat(server.effective(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT)).isEqualTo(16 << 10);
			assertThat(sendMetadata(client, 12 << 10)).isEqualTo(Status.Code.OK);
			server.change("max-inbound-metadata-size-soft=16KB");
			assertThat(sendMetadata(client, 12 << 10)).isEqualTo(Status.Code.OK);
			server.change("max-inbound-metadata-size-soft=1KB");
			assertThat(Stream.generate(() -> sendMetadata(client, 12 << 10)).limit(50)).contains(Status.Code.INTERNAL);
			assertThat(sendMetadata(client, 100)).isEqualTo(Status.Code.OK);
		}
	}

	private static Status.Code sendMetadata(Client client, int size) {
		Metadata metadata = new Metadata();
		metadata.put(Metadata.Key.of("large", Metadata.ASCII_STRING_MARSHALLER), "x".repeat(size));
		return send(HelloServiceGrpc.newBlockingStub(client.channel())
			.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata)));
	}

	private static Status.Code send(HelloServiceGrpc.HelloServiceBlockingStub stub) {
		try {
			stub.withWaitForReady().sayHello(HelloRequest.getDefaultInstance());
			return Status.Code.OK;
		}
		catch (StatusRuntimeException ex) {
			return ex.getStatus().getCode();
		}
	}

	private static <T> T option(Channel channel, ChannelOption<T> option) {
		return Objects.requireNonNull(channel.config().getOption(option));
	}

	/** Maximum length of the accept queue: {@code tcpi_sacked} of a listener. */
	private static int listenQueue(Channel listener) {
		ByteBuffer info = option(listener, new RawUnixChannelOption("TCP_INFO_BACKLOG", 6, 11, 32));
		return info.order(ByteOrder.nativeOrder()).getInt(28);
	}

	private static Channel listener(PlainServer server) {
		List<Channel> channels = ReflectionTestUtils.invokeMethod(server.serving().parts(), "listeners");
		return Objects.requireNonNull(channels).get(0);
	}

	private static Channel connection(PlainServer server) {
		Map<?, ?> open = (Map<?, ?>) ReflectionTestUtils.getField(server.connections(), "open");
		Object first = Objects.requireNonNull(open).values().iterator().next();
		return Objects.requireNonNull(ReflectionTestUtils.invokeMethod(first, "channel"));
	}

	private static List<String> rings() throws IOException {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			return descriptors.filter(SocketsIT::isRing)
				.map((descriptor) -> Path.of("/proc/self/fdinfo", descriptor.getFileName().toString()))
				.map(SocketsIT::read)
				.toList();
		}
	}

	private static boolean isRing(Path descriptor) {
		try {
			return Files.readSymbolicLink(descriptor).toString().equals("anon_inode:[io_uring]");
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static void assumeAvailable(String transport) {
		Transport type = Transport.valueOf(transport.toUpperCase().replace('-', '_'));
		assumeTrue(new NettyTransportAvailability().unavailabilityReason(type) == null);
	}

}
