package dev.grpctuning.connection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelId;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are open, of all generations, and a bound on their number. Safe for
 * use by several threads.
 */
public final class OpenConnections {

	private static final long ANSWER_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long HANDSHAKE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final Map<ChannelId, OpenConnection> open = new ConcurrentHashMap<>();

	private final AtomicLong ids = new AtomicLong();

	private final AtomicLong accepted = new AtomicLong();

	private final AtomicLong refused = new AtomicLong();

	private final AtomicInteger count = new AtomicInteger();

	private volatile int max = Integer.MAX_VALUE;

	/**
	 * Bounds the number of connections; those that are open stay.
	 * @param maxConnections the greatest number, {@code null} for no bound
	 */
	public void limit(@Nullable Integer maxConnections) {
		this.max = (maxConnections != null) ? maxConnections : Integer.MAX_VALUE;
	}

	/**
	 * The bound in force, or {@code null}.
	 */
	public @Nullable Integer limit() {
		return (this.max != Integer.MAX_VALUE) ? this.max : null;
	}

	/**
	 * Watches what a listening channel accepts from now on.
	 * @param listener channel of a server that listens
	 * @param generation number of the server's generation
	 */
	public void watch(Channel listener, int generation) {
		listener.pipeline().addFirst(new Acceptor(generation));
	}

	/**
	 * Adds a connection that was accepted before its listener was watched.
	 */
	public void add(Channel channel, int generation) {
		OpenConnection connection = new OpenConnection(this.ids.incrementAndGet(), generation, channel);
		if (this.open.putIfAbsent(channel.id(), connection) != null) {
			return;
		}
		this.accepted.incrementAndGet();
		this.count.incrementAndGet();
		channel.closeFuture().addListener((closed) -> {
			this.open.remove(channel.id());
			this.count.decrementAndGet();
		});
	}

	/**
	 * Number of connections that are open.
	 */
	public int count() {
		return this.count.get();
	}

	/**
	 * Number of connections that were accepted since the start.
	 */
	public long accepted() {
		return this.accepted.get();
	}

	/**
	 * Number of connections that were closed at once because of the bound.
	 */
	public long refused() {
		return this.refused.get();
	}

	/**
	 * Number of open connections of a generation, by the event loop that serves them.
	 */
	public Map<EventLoop, Integer> byEventLoop(int generation) {
		Map<EventLoop, Integer> counts = new HashMap<>();
		of(generation).filter((connection) -> connection.channel().isRegistered())
			.forEach((connection) -> counts.merge(connection.channel().eventLoop(), 1, Integer::sum));
		return counts;
	}

	/**
	 * Number of open connections of a generation.
	 */
	public long count(int generation) {
		return of(generation).count();
	}

	/**
	 * Number of open streams of a generation: calls in flight.
	 */
	public int openStreams(int generation) {
		return of(generation).mapToInt(OpenConnection::openStreams).sum();
	}

	/**
	 * Largest window, in bytes, that a new stream of a generation's connections has.
	 */
	public int largestWindow(int generation) {
		return of(generation).mapToInt(OpenConnection::initialReceiveWindow).max().orElse(0);
	}

	private Stream<OpenConnection> of(int generation) {
		return this.open.values().stream().filter((connection) -> connection.generation() == generation);
	}

	/**
	 * Asks the event loops for the state of each connection, and waits for at most a
	 * second.
	 */
	public List<Connection> states() {
		List<OpenConnection> connections = this.open.values()
			.stream()
			.filter((connection) -> connection.channel().isRegistered())
			.sorted(Comparator.comparingLong(OpenConnection::id))
			.toList();
		List<Future<Connection>> answers = connections.stream().map(OpenConnection::state).toList();
		long deadline = System.nanoTime() + ANSWER_TIMEOUT_NANOS;
		List<Connection> states = new ArrayList<>();
		for (int i = 0; i < answers.size(); i++) {
			states.add(connections.get(i).await(answers.get(i), deadline));
		}
		return states;
	}

	/**
	 * Ends a connection gracefully: the client is told to make no more calls, and those
	 * in flight end.
	 * @return whether there is a connection of this number
	 */
	public boolean drain(long id) {
		Optional<OpenConnection> connection = this.open.values()
			.stream()
			.filter((candidate) -> candidate.id() == id)
			.findFirst();
		connection.ifPresent(OpenConnection::drain);
		return connection.isPresent();
	}

	/**
	 * Waits until the connections of a generation that listens no more speak HTTP/2, for
	 * at most five seconds.
	 */
	public void awaitHandshakes(int generation) {
		long deadline = System.nanoTime() + HANDSHAKE_TIMEOUT_NANOS;
		while (System.nanoTime() - deadline < 0
				&& this.open.values().stream().anyMatch((connection) -> connection.isShakingHands(generation))) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	/**
	 * Sees each connection before it has an event loop.
	 */
	@Sharable
	private final class Acceptor extends ChannelInboundHandlerAdapter {

		private final int generation;

		Acceptor(int generation) {
			this.generation = generation;
		}

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			Channel channel = (Channel) message;
			if (OpenConnections.this.count.get() >= OpenConnections.this.max) {
				OpenConnections.this.refused.incrementAndGet();
				channel.unsafe().closeForcibly();
				return;
			}
			add(channel, this.generation);
			context.fireChannelRead(message);
		}

	}

}
