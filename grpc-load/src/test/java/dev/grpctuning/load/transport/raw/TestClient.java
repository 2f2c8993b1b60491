package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.transport.ClientEventLoops;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetAddress.HostResolver;
import dev.grpctuning.load.transport.raw.RawChannelsFactory.RawChannels;

/** A raw channel of a test, with whatever is unusual about it. */
final class TestClient implements AutoCloseable {

	static final String PATH = "/hello.v1.HelloService/SayHello";

	private final ClientEventLoops loops = new ClientEventLoops(1, 1);

	private final PreparedRequest request;

	private final AtomicReference<ProtocolErrors> errors = new AtomicReference<>(ProtocolErrors.NONE);

	private final RawChannel channel;

	private final CompletableFuture<@Nullable Status> opened;

	private TestClient(Setup setup) {
		CallSettings calls = new CallSettings(setup.deadline, null, Compression.IDENTITY, setup.waitForReady,
				setup.cancellation, CallSettings.Retries.NONE, Set.of());
		this.request = PreparedRequest.of(MethodType.CLIENT_STREAMING, calls,
				RequestHeaders.of(PATH.substring(1), Compression.IDENTITY, "http", null, "the.server:1",
						new Headers(setup.metadata), CallTimeout.of(calls)),
				RequestContent.of(setup.messages, Compression.IDENTITY, new byte[0]), null,
				new AtomicLong()::getAndIncrement);
		ConnectionSettings settings = new ConnectionSettings(true, setup.maxMessageBytes,
				RawChannelsFactory.DEFAULT_MAX_METADATA_BYTES, setup.window, setup.firstStreamId);
		this.channel = new RawChannel(this.loops.next(), this.loops.channelType(), new Connector(setup.address,
				"the.server:1", this.request, settings, this.errors, null, setup.timeout, setup.names), setup.index);
		this.opened = this.channel.open();
	}

	/** A client of unary calls with one small message. */
	static Setup of(ScriptedPeer peer) {
		return new Setup(peer.address());
	}

	/**
	 * Waits until the channel is connected.
	 * @return why it is not, or {@code null} if it is
	 */
	@Nullable Status opened() throws Exception {
		return this.opened.get(10, TimeUnit.SECONDS);
	}

	/** What went against the protocol so far. */
	ProtocolErrors protocolErrors() {
		return Objects.requireNonNull(this.errors.get());
	}

	RawChannel channel() {
		return this.channel;
	}

	ProbedCall call() {
		return ProbedCall.start(this.channel);
	}

	List<ProbedCall> calls(int number) {
		List<ProbedCall> calls = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			calls.add(call());
		}
		return calls;
	}

	/** Waits until the event loop has done all that it was told before. */
	void settle() throws Exception {
		this.channel.executor().submit(() -> {
		}).get(10, TimeUnit.SECONDS);
	}

	@Override
	public void close() {
		new RawChannels(List.of(this.channel), this.loops, this.request, this.errors).close();
	}

	/** What is unusual about a client. */
	static final class Setup {

		private final TargetAddress address;

		private List<byte[]> messages = List.of(new byte[] { 1, 2, 3 });

		private boolean waitForReady;

		private @Nullable Duration deadline;

		private Cancellation cancellation = Cancellation.NONE;

		private Map<String, String> metadata = Map.of();

		private int maxMessageBytes = RawChannelsFactory.DEFAULT_MAX_MESSAGE_BYTES;

		private int window = ConnectionSettings.LARGE_WINDOW;

		private int firstStreamId = 1;

		private Duration timeout = Duration.ofSeconds(10);

		private HostResolver names = HostResolver.SYSTEM;

		private int index;

		private Setup(TargetAddress address) {
			this.address = address;
		}

		Setup messages(byte[]... messages) {
			this.messages = List.of(messages);
			return this;
		}

		Setup waitForReady() {
			this.waitForReady = true;
			return this;
		}

		Setup deadline(Duration deadline) {
			this.deadline = deadline;
			return this;
		}

		/** Every second call is cancelled after some milliseconds. */
		Setup cancelEverySecond(int millis) {
			this.cancellation = new Cancellation(0.5, Duration.ofMillis(millis));
			return this;
		}

		Setup metadata(Map<String, String> metadata) {
			this.metadata = metadata;
			return this;
		}

		Setup maxMessageBytes(int maxMessageBytes) {
			this.maxMessageBytes = maxMessageBytes;
			return this;
		}

		Setup window(int window) {
			this.window = window;
			return this;
		}

		Setup firstStreamId(int firstStreamId) {
			this.firstStreamId = firstStreamId;
			return this;
		}

		Setup timeout(Duration timeout) {
			this.timeout = timeout;
			return this;
		}

		Setup names(HostResolver names) {
			this.names = names;
			return this;
		}

		Setup index(int index) {
			this.index = index;
			return this;
		}

		TestClient start() {
			return new TestClient(this);
		}

	}

}
