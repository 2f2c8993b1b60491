package dev.grpctuning.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.grpc.Attributes;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.LargeMessages;

/**
 * Bounds the memory of responses that wait for clients to read them. gRPC holds a
 * response until HTTP/2's flow control lets it go, and a client alone decides when that
 * is. Above the bound, the connections that hold most are closed.
 */
public final class ResponseBacklog {

	private static final Attributes.Key<OpenConnection> CONNECTION = Attributes.Key.create("grpc-tuning-connection");

	/** Larger messages count before they are encoded. */
	private static final int LARGE = 64 << 10;

	/** A growth by the bound divided by this causes another search. */
	private static final int SEARCH_STEP = 20;

	private static final long SEARCH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

	/** Bytes of a connection that may be missing from the count. */
	private static final int STEP = 1024;

	private final Supplier<@Nullable Integer> max;

	private final Supplier<Stream<OpenConnection>> open;

	private final Function<Attributes, @Nullable OpenConnection> find;

	private final Consumer<OpenConnection> close;

	private final LongAdder bytes = new LongAdder();

	private final LargeMessages large = new LargeMessages();

	private final UnreadyWrites unready = new UnreadyWrites();

	private final LongSupplier nanoTime;

	/** Bytes that all responses held at the last search for the largest. */
	private volatile long searchedBytes;

	private volatile long searchedNanos;

	ResponseBacklog(Supplier<@Nullable Integer> max, Supplier<Stream<OpenConnection>> open,
			Function<Attributes, @Nullable OpenConnection> find, Consumer<OpenConnection> close,
			LongSupplier nanoTime) {
		this.max = max;
		this.open = open;
		this.find = find;
		this.close = close;
		this.nanoTime = nanoTime;
		this.searchedNanos = nanoTime.getAsLong() - SEARCH_NANOS;
	}

	public void applyTo(ServerBuilder<?> builder) {
		builder.addTransportFilter(new Finder()).intercept(new Reservations());
	}

	/** Size in bytes of the responses that wait. */
	public long bytes() {
		return this.bytes.sum();
	}

	/** Large responses that held up an event loop. */
	public LargeMessages large() {
		return this.large;
	}

	/** Streams that wrote although their client was not ready. */
	public UnreadyWrites unready() {
		return this.unready;
	}

	void add(OpenConnection connection, long added) {
		connection.backlog().addAndGet(added);
		this.bytes.add(added);
	}

	/** Makes room by closing connections; returns whether one is the caller's own. */
	boolean isFull(OpenConnection own) {
		Integer max = this.max.get();
		if (!own.channel().isOpen()) {
			return true;
		}
		long held = bytes();
		if (max == null || held <= max) {
			return false;
		}
		// Searching all connections for each message would cost more than the message.
		long now = this.nanoTime.getAsLong();
		if (held - this.searchedBytes < max / SEARCH_STEP && now - this.searchedNanos < SEARCH_NANOS) {
			return false;
		}
		this.searchedBytes = held;
		this.searchedNanos = now;
		return closeLargest(max, own);
	}

	private boolean closeLargest(int max, OpenConnection own) {
		// The buffers of a closed connection are about to be released.
		List<Holder> holders = this.open.get()
			.filter((connection) -> connection.channel().isOpen())
			.map((connection) -> new Holder(connection, connection.backlog().get()))
			.filter((holder) -> holder.bytes() > 0)
			.sorted(Comparator.comparingLong(Holder::bytes).reversed())
			.toList();
		long excess = holders.stream().mapToLong(Holder::bytes).sum() - max;
		boolean closesOwn = false;
		for (Iterator<Holder> next = holders.iterator(); excess > 0 && next.hasNext();) {
			Holder largest = next.next();
			this.close.accept(largest.connection());
			closesOwn |= largest.connection() == own;
			excess -= largest.bytes();
		}
		return closesOwn;
	}

	/** Counts the frames of a connection from the moment that its event loop has them. */
	ChannelHandler counter(OpenConnection connection) {
		return new ChannelOutboundHandlerAdapter() {

			private long held;

			private long counted;

			@Override
			public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
				ChannelPromise written = promise;
				if (message instanceof ByteBufHolder frame && frame.content().isReadable()) {
					int size = frame.content().readableBytes();
					hold(size);
					written = promise.unvoid();
					written.addListener((result) -> hold(-size));
				}
				context.write(message, written);
			}

			/**
			 * Other threads read the sum, so it is not updated for each small response.
			 */
			private void hold(int bytes) {
				this.held += bytes;
				long change = this.held - this.counted;
				if (Math.abs(change) >= STEP || (this.held == 0 && change != 0)) {
					this.counted = this.held;
					add(connection, change);
				}
			}

		};
	}

	/**
	 * Size in bytes, 0 if it is not known. Only Protocol Buffers messages are measured:
	 * another message may be a stream, or would have to be encoded first.
	 */
	private static <R> int size(MethodDescriptor<?, R> method, R message) {
		if (!(method.getResponseMarshaller() instanceof PrototypeMarshaller<R> marshaller)) {
			return 0;
		}
		try (InputStream stream = marshaller.stream(message)) {
			return (stream instanceof KnownLength) ? stream.available() : 0;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Bytes that a connection held when it was looked at. */
	private record Holder(OpenConnection connection, long bytes) {
	}

	private final class Finder extends ServerTransportFilter {

		@Override
		public Attributes transportReady(Attributes attributes) {
			OpenConnection connection = ResponseBacklog.this.find.apply(attributes);
			return (connection != null) ? attributes.toBuilder().set(CONNECTION, connection).build() : attributes;
		}

	}

	private final class Reservations implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			OpenConnection connection = call.getAttributes().get(CONNECTION);
			return next.startCall((connection != null) ? new Reserving<>(call, connection) : call, headers);
		}

	}

	private final class Reserving<Q, R> extends SimpleForwardingServerCall<Q, R> {

		private final OpenConnection connection;

		/** {@code null} for a call with one response. */
		private final UnreadyWrites.@Nullable Stream stream;

		private boolean refused;

		Reserving(ServerCall<Q, R> call, OpenConnection connection) {
			super(call);
			this.connection = connection;
			this.stream = call.getMethodDescriptor().getType().serverSendsOneMessage() ? null
					: ResponseBacklog.this.unready.watch();
		}

		@Override
		public void sendMessage(R message) {
			if (this.refused) {
				return;
			}
			int size = size(getMethodDescriptor(), message);
			int reserved = (size >= LARGE) ? size : 0;
			if (this.stream != null) {
				this.stream.writing(delegate(), size);
			}
			if (size >= LargeMessages.LARGE) {
				ResponseBacklog.this.large.beforeHandling(getMethodDescriptor().getFullMethodName(), size);
			}
			try {
				if (reserved > 0) {
					add(this.connection, reserved);
				}
				if (isFull(this.connection)) {
					this.refused = true;
					delegate().close(Status.RESOURCE_EXHAUSTED.withDescription("The client reads too slowly"),
							new Metadata());
					return;
				}
				super.sendMessage(message);
			}
			finally {
				if (reserved > 0) {
					// After the task in which the event loop takes the frames.
					this.connection.whenIdle(() -> add(this.connection, -reserved));
				}
			}
		}

		@Override
		public void close(Status status, Metadata trailers) {
			if (!this.refused) {
				super.close(status, trailers);
			}
		}

	}

}
