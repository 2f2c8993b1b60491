package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.test.util.ReflectionTestUtils;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.server.TuningChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.transport.NettyTransportAvailability;
import dev.grpctuning.transport.SocketOptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Socket options as the system and Netty report them, and further addresses. */
class SocketsIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

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
		try (TunedApplication application = TunedApplication.start(properties);
				Client client = new Client(application)) {
			client.sayHello();
			Channel connection = channels(application, "connections").get(0);
			assertThat(option(connection, ChannelOption.TCP_NODELAY)).isFalse();
			// Linux reports twice the requested size.
			assertThat(option(connection, ChannelOption.SO_RCVBUF)).isIn(64 << 10, 128 << 10)
				.isEqualTo(application.effective(Knobs.SOCKET_RECEIVE_BUFFER_SIZE));
			assertThat(option(connection, ChannelOption.SO_SNDBUF)).isIn(96 << 10, 192 << 10);
			assertThat(option(connection, ChannelOption.WRITE_BUFFER_WATER_MARK)).returns(8 << 10, (mark) -> mark.low())
				.returns(16 << 10, (mark) -> mark.high());
			assertThat(connection.alloc()).isInstanceOf(AdaptiveByteBufAllocator.class);
			Channel listener = channels(application, "listeners").get(0);
			assertThat(listener.alloc()).isInstanceOf(AdaptiveByteBufAllocator.class);
			assertThat(option(listener, ChannelOption.SO_BACKLOG)).isEqualTo(77);
			if (isNative) {
				assertThat(listenQueue(listener)).isEqualTo(77);
				Transport type = Transport.valueOf(transport.toUpperCase().replace('-', '_'));
				assertThat(option(connection, SocketOptions.userTimeout(type))).isEqualTo(7_000);
			}
		}
	}

	@Tag("either-framework")
	@Test
	void whenLeakDetectionIsSetThenItChangesAtOnceAndEndsWithTheServer() {
		ResourceLeakDetector.Level original = ResourceLeakDetector.getLevel();
		try (TunedApplication application = TunedApplication.start("leak-detection=disabled")) {
			assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.DISABLED);
			TuningChange change = application.change("leak-detection=advanced");
			assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.ADVANCED);
			assertThat(change.generation()).isOne();
			application.change("leak-detection=");
			assertThat(ResourceLeakDetector.getLevel()).isEqualTo(original);
			application.change("leak-detection=advanced");
		}
		assertThat(ResourceLeakDetector.getLevel()).isEqualTo(original);
	}

	@Tag("either-framework")
	@Test
	void whenRingIsSetThenTheKernelHasIt() throws IOException {
		assumeAvailable("io-uring");
		try (TunedApplication application = TunedApplication.start("transport=io-uring", "worker-threads=1",
				"io-uring.ring-size=64", "io-uring.completion-queue-size=512")) {
			application.call();
			List<String> rings = rings();
			assertThat(rings).isNotEmpty()
				.allSatisfy((ring) -> assertThat(ring).contains("SqMask:\t0x3f\n", "CqMask:\t0x1ff\n"));
		}
	}

	@Test
	void whenFurtherAddressesAreSetThenTheyAnswerUntilTheyAreRemoved() throws Exception {
		int first = Ports.free();
		int second = Ports.free();
		try (TunedApplication application = TunedApplication.start("listen-addresses=127.0.0.1:" + first)) {
			int own = application.port();
			assertThat(own).isNotEqualTo(first);
			assertThat(TunedApplication.call(first)).isNotEmpty();
			application.change("listen-addresses=127.0.0.1:" + second);
			assertThat(application.port()).isEqualTo(own);
			assertThat(TunedApplication.call(second)).isNotEmpty();
			assertThat(TunedApplication.call(own)).isNotEmpty();
			new ServerSocket(first, 1, InetAddress.getLoopbackAddress()).close();
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange("listen-addresses=127.0.0.1:" + own))
				.withMessage("listen-addresses: 127.0.0.1:%d is the address of the server itself; use another port."
					.formatted(own));
			try (ServerSocket taken = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
				assertThat(application.tryChange("listen-addresses=127.0.0.1:" + taken.getLocalPort()).outcome())
					.isEqualTo(TuningChange.Outcome.ROLLED_BACK);
				assertThat(TunedApplication.call(second)).isNotEmpty();
				assertThatException()
					.isThrownBy(() -> TunedApplication.start("listen-addresses=127.0.0.1:" + taken.getLocalPort()))
					.satisfies((failure) -> assertThat(Objects
						.requireNonNull(new GrpcBindFailureAnalyzer(application.context().getBeanFactory(),
								new MockEnvironment().withProperty("grpc.tuning.listen-addresses",
										"127.0.0.1:" + taken.getLocalPort()))
							.analyze(failure))
						.getDescription())
						.isEqualTo("grpc.tuning.listen-addresses: 127.0.0.1:%d is already in use"
							.formatted(taken.getLocalPort())));
			}
			application.change("listen-addresses=127.0.0.2:" + own);
			application.change("limit.concurrent-calls=9");
			application.change("listen-addresses");
			assertThat(TunedApplication.call(first)).isNotEmpty();
		}
	}

	@Test
	void whenServerIsAsItsFrameworkBuildsItThenItsOwnAddressIsRefused() {
		try (TunedApplication application = TunedApplication.start()) {
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange("listen-addresses=127.0.0.1:" + application.port()))
				.withMessageEndingWith("is the address of the server itself; use another port.");
		}
	}

	@Tag("either-framework")
	@Test
	void whenMetadataAreLargerThanTheSoftLimitThenCallsAreRejectedAtRandom() {
		try (TunedApplication application = TunedApplication.start("max-inbound-metadata-size=16KB");
				Client client = new Client(application)) {
			assertThat(application.effective(Knobs.MAX_INBOUND_METADATA_SIZE_SOFT)).isEqualTo(16 << 10);
			assertThat(sendMetadata(client, 12 << 10)).isEqualTo(Status.Code.OK);
			application.change("max-inbound-metadata-size-soft=16KB");
			assertThat(sendMetadata(client, 12 << 10)).isEqualTo(Status.Code.OK);
			application.change("max-inbound-metadata-size-soft=1KB");
			assertThat(Stream.generate(() -> sendMetadata(client, 12 << 10)).limit(50)).contains(Status.Code.INTERNAL);
			assertThat(sendMetadata(client, 100)).isEqualTo(Status.Code.OK);
		}
	}

	@Test
	void whenApplicationHasADecompressorRegistryThenEachGenerationHasIt() {
		try (TunedApplication application = TunedApplication.start(WithoutGzip.class, 0, "executor.type=direct");
				Client client = new Client(application)) {
			assertThat(sendCompressed(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
			application.change("socket.no-delay=true");
			assertThat(sendCompressed(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	private static Status.Code sendMetadata(Client client, int size) {
		Metadata metadata = new Metadata();
		metadata.put(Metadata.Key.of("large", Metadata.ASCII_STRING_MARSHALLER), "x".repeat(size));
		return send(HelloServiceGrpc.newBlockingStub(client.channel())
			.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata)));
	}

	private static Status.Code sendCompressed(Client client) {
		return send(HelloServiceGrpc.newBlockingStub(client.channel()).withCompression("gzip"));
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

	private static List<Channel> channels(TunedApplication application, String kind) {
		List<Channel> channels = ReflectionTestUtils.invokeMethod(application.serving().parts(), kind);
		return Objects.requireNonNull(channels);
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

	/** An application whose server does not read compressed requests. */
	@Import(TunedApplication.Application.class)
	static class WithoutGzip {

		@Bean
		DecompressorRegistry decompressorRegistry() {
			return DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);
		}

	}

}
