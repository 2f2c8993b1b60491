package dev.grpctuning.connection;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelId;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Error;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;

/**
 * Open connections of all generations, and a limit of their number. Safe for use by
 * several threads.
 */
public final class OpenConnections {

	private final Map<ChannelId, OpenConnection> open = new ConcurrentHashMap<>();

	/** Updated with each connection, because counting takes longer the more there are. */
	private final Map<Place, Integer> byPlace = new ConcurrentHashMap<>();

	private final AtomicLong ids = new AtomicLong();

	private final AtomicLong accepted = new AtomicLong();

	private final LongAdder errors = new LongAdder();

	private final Map<Knob<?>, LongAdder> refused = Map.of(Knobs.MAX_CONNECTIONS, new LongAdder(),
			Knobs.MAX_CONNECTIONS_PER_ADDRESS, new LongAdder(), Knobs.CONNECTION_HANDSHAKE_TIMEOUT, new LongAdder(),
			Knobs.CONNECTION_MAX_RESETS, new LongAdder(), Knobs.CONNECTION_MAX_CONTROL_FRAMES, new LongAdder(),
			Knobs.CONNECTION_MAX_FLOODS, new LongAdder(), Knobs.MAX_RESPONSE_BACKLOG, new LongAdder());

	private final FloodingAddresses flooding = new FloodingAddresses();

	private final Map<Addresses, OpenConnection> byAddresses = new ConcurrentHashMap<>();

	private final ResponseBacklog backlog = new ResponseBacklog(() -> this.settings.get(Knobs.MAX_RESPONSE_BACKLOG),
			() -> this.open.values().stream(), this::find,
			(connection) -> connection.abort(() -> countRefused(Knobs.MAX_RESPONSE_BACKLOG)), System::nanoTime);

	private volatile Settings settings = Settings.NONE;

	private final AtomicInteger lastEnding = new AtomicInteger();

	/** Limits the connections that come from now on, and the responses of all of them. */
	public void update(Settings settings) {
		this.settings = settings;
	}

	public Settings settings() {
		return this.settings;
	}

	/**
	 * Creates a handler that registers the connections of a generation. All of its
	 * listening channels have the same one, which counts and limits their connections.
	 */
	public ChannelHandler acceptor(int generation) {
		return new Acceptor(generation);
	}

	void add(OpenConnection connection, ConnectionGuard guard) {
		Channel channel = connection.channel();
		this.open.put(channel.id(), connection);
		this.accepted.incrementAndGet();
		channel.pipeline().addFirst(guard);
		channel.closeFuture().addListener((closed) -> this.open.remove(channel.id()));
		// All clients of a Unix domain socket have the same address.
		if (channel.remoteAddress() instanceof InetSocketAddress) {
			Addresses addresses = new Addresses(channel.remoteAddress(), channel.localAddress());
			this.byAddresses.put(addresses, connection);
			channel.closeFuture().addListener((closed) -> this.byAddresses.remove(addresses, connection));
		}
	}

	/** Counts a connection from the moment that it has an event loop. */
	void enter(OpenConnection connection) {
		Channel channel = connection.channel();
		connection.eventLoop().set(Thread.currentThread().getName());
		Place place = new Place(connection.generation(), channel.eventLoop());
		this.byPlace.merge(place, 1, Integer::sum);
		channel.closeFuture()
			.addListener(
					(closed) -> this.byPlace.computeIfPresent(place, (key, count) -> (count > 1) ? count - 1 : null));
	}

	private @Nullable OpenConnection find(Attributes transport) {
		return this.byAddresses.get(new Addresses(transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
				transport.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR)));
	}

	public ResponseBacklog backlog() {
		return this.backlog;
	}

	public int count() {
		return this.open.size();
	}

	public long accepted() {
		return this.accepted.get();
	}

	/** Number of connections that ended because a client broke the rules of HTTP/2. */
	public long errors() {
		return this.errors.sum();
	}

	/** Number of connections that a knob refused. */
	public long refused(Knob<?> knob) {
		return Objects.requireNonNull(this.refused.get(knob)).sum();
	}

	public long refused() {
		return this.refused.values().stream().mapToLong(LongAdder::sum).sum();
	}

	/** Knobs that refuse connections. */
	public Set<Knob<?>> refusing() {
		return this.refused.keySet();
	}

	void countRefused(Knob<?> knob) {
		Objects.requireNonNull(this.refused.get(knob)).increment();
	}

	/** Number of connections of each event loop that has any. */
	public Map<EventLoop, Integer> byEventLoop(int generation) {
		Map<EventLoop, Integer> counts = new HashMap<>();
		this.byPlace.forEach((place, count) -> {
			if (place.generation() == generation) {
				counts.put(place.loop(), count);
			}
		});
		return counts;
	}

	/** Loads of the event loops that have connections. */
	public Collection<LoopLoad> loads(int generation) {
		Instant now = Instant.now();
		Map<EventLoop, LoopLoad> loads = new HashMap<>();
		of(generation).filter((connection) -> connection.channel().isRegistered())
			.forEach((connection) -> loads.merge(connection.channel().eventLoop(), LoopLoad.of(connection, now),
					LoopLoad::plus));
		return loads.values();
	}

	public int count(int generation) {
		return byEventLoop(generation).values().stream().mapToInt(Integer::intValue).sum();
	}

	public int openStreams(int generation) {
		return of(generation).mapToInt(OpenConnection::openStreams).sum();
	}

	/** Largest receive window of a new stream, in bytes. */
	public int largestWindow(int generation) {
		return of(generation).mapToInt(OpenConnection::initialReceiveWindow).max().orElse(0);
	}

	private Stream<OpenConnection> of(int generation) {
		return this.open.values().stream().filter((connection) -> connection.generation() == generation);
	}

	/** States of the connections in the order of their arrival. */
	public List<Connection> states() {
		return this.open.values()
			.stream()
			.sorted(Comparator.comparingLong(OpenConnection::id))
			.map(OpenConnection::state)
			.toList();
	}

	/** Sends GOAWAY to a client; open calls continue. */
	public boolean drain(long id) {
		Optional<OpenConnection> found = this.open.values().stream().filter((each) -> each.id() == id).findAny();
		found.ifPresent(OpenConnection::drain);
		return found.isPresent();
	}

	/** Sends GOAWAY to all clients of a generation whose handshake has ended. */
	public void drainAll(int generation) {
		of(generation).filter((connection) -> !connection.isShakingHands()).forEach(OpenConnection::drain);
	}

	/** Stops waiting for clients that read late from a generation or an earlier one. */
	public void endLingering(int generation) {
		this.lastEnding.accumulateAndGet(generation, Math::max);
	}

	boolean isServing(int generation) {
		return generation > this.lastEnding.get();
	}

	/** Closes those connections of a generation that are open after five more seconds. */
	public void closeSoon(int generation) {
		of(generation).filter((connection) -> connection.channel().isRegistered()).forEach(OpenConnection::closeSoon);
	}

	/** Waits up to five seconds for the HTTP/2 handshakes of a generation. */
	public void awaitHandshakes(int generation) {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
		while (System.nanoTime() - deadline < 0 && of(generation).anyMatch(OpenConnection::isShakingHands)) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	void countError(Channel channel, long errorCode) {
		this.errors.increment();
		if (errorCode == Http2Error.ENHANCE_YOUR_CALM.code()) {
			this.flooding.count(channel.remoteAddress());
		}
	}

	private record Addresses(@Nullable SocketAddress remote, @Nullable SocketAddress local) {
	}

	private record Place(int generation, EventLoop loop) {
	}

	/** Handles each connection before it has an event loop. */
	@Sharable
	private final class Acceptor extends ChannelInboundHandlerAdapter {

		private final int generation;

		private final ServingConnections serving = new ServingConnections();

		Acceptor(int generation) {
			this.generation = generation;
		}

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			Channel channel = (Channel) message;
			Settings limits = settings();
			Knob<Integer> refusing = OpenConnections.this.flooding.refuse(channel.remoteAddress(), limits)
					? Knobs.CONNECTION_MAX_FLOODS : this.serving.enter(channel.remoteAddress(), limits);
			if (refusing != null) {
				countRefused(refusing);
				channel.unsafe().closeForcibly();
				return;
			}
			OpenConnection connection = new OpenConnection(OpenConnections.this.ids.incrementAndGet(), this.generation,
					channel, this.serving);
			add(connection, new ConnectionGuard(connection, limits, OpenConnections.this));
			if (limits.get(Knobs.CONNECTION_COALESCE_WRITES, false)) {
				channel.pipeline().addFirst(new CoalescedWrites(channel));
			}
			context.fireChannelRead(message);
		}

	}

}
