package dev.grpctuning.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.call.executor.HandlerExecutor;
import dev.grpctuning.call.trace.CallTracers;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.transport.EventLoops;

/** One built server with its event loops and executors, which end with it. */
public final class Generation {

	private static final int QUIET_MILLIS = 50;

	private final int number;

	private final Settings settings;

	private final boolean tuned;

	private volatile @Nullable Generation predecessor;

	private volatile @Nullable Channel listener;

	private volatile int port;

	private volatile Instant since = Instant.now();

	private volatile @Nullable ServerParts parts;

	private volatile @Nullable EventLoops eventLoops;

	private volatile @Nullable HandlerExecutor plainExecutor;

	private volatile @Nullable CallDispatch dispatch;

	private @Nullable CallTracers tracers;

	/** Threads that the application gave its server, by what they are for. */
	private Map<GrpcField, ExecutorService> given = Map.of();

	/** Threads that are not its own, and that nobody else ends. */
	private final Set<ExecutorService> others = new HashSet<>();

	private boolean ended;

	/** Creates a generation; a predecessor listens on the same port. */
	Generation(int number, Settings settings, @Nullable Generation predecessor) {
		this.number = number;
		this.settings = settings;
		this.tuned = predecessor != null || settings.isTuned();
		this.predecessor = predecessor;
	}

	public int number() {
		return this.number;
	}

	/** Settings that it was built with; live ones may have changed since. */
	public Settings settings() {
		return this.settings;
	}

	/** Generation whose port the one that is being built shares. */
	@Nullable Generation predecessor() {
		return this.predecessor;
	}

	/**
	 * Whether its server differs from what its framework builds, be it only to share a
	 * port.
	 */
	boolean isTuned() {
		return this.tuned;
	}

	/** Whether its listening channels have registered all connections from the first. */
	boolean isWatched() {
		return this.listener != null;
	}

	/**
	 * Called with each listening channel. The first one listens on the framework's own
	 * address.
	 */
	void watched(Channel listener) {
		if (this.listener == null) {
			this.listener = listener;
		}
	}

	/** The framework's own address, {@code null} if that is not known. */
	@Nullable InetSocketAddress address() {
		Channel watched = this.listener;
		Channel own = (watched != null) ? watched : parts().listeners().stream().findFirst().orElse(null);
		return (own != null && own.localAddress() instanceof InetSocketAddress address) ? address : null;
	}

	/** Port of the framework's own address, also after it was closed. */
	public int port() {
		return (this.port != 0) ? this.port : boundPort();
	}

	private int boundPort() {
		InetSocketAddress own = address();
		return (own != null) ? own.getPort() : server().getPort();
	}

	public Instant since() {
		return this.since;
	}

	/** Parts of its server, which must have been built. */
	public ServerParts parts() {
		return Objects.requireNonNull(this.parts);
	}

	/** Its own event loops, {@code null} for gRPC's. */
	public @Nullable EventLoops eventLoops() {
		return this.eventLoops;
	}

	/** Executors of its calls, {@code null} if they cannot be replaced. */
	public @Nullable CallExecutors executors() {
		CallDispatch present = this.dispatch;
		return (present != null) ? present.executors() : null;
	}

	/** Number of its calls that were not refused. */
	long calls() {
		CallExecutors own = executors();
		return (own != null) ? own.calls() : 0;
	}

	public @Nullable CallDispatch dispatch() {
		return this.dispatch;
	}

	/** Tracers of its server, which is being built. */
	CallTracers tracers(ServerBuilder<?> builder) {
		CallTracers present = (this.tracers != null) ? this.tracers : CallTracers.on(builder);
		this.tracers = present;
		return present;
	}

	/** Whether its calls are measured. */
	public boolean isRecorded() {
		return this.tracers != null && this.tracers.isRecording();
	}

	void own(EventLoops eventLoops) {
		this.eventLoops = eventLoops;
	}

	void own(HandlerExecutor executor) {
		this.plainExecutor = executor;
	}

	void own(CallDispatch dispatch) {
		this.dispatch = dispatch;
	}

	/** Ends threads that are not its own, and that nobody else ends. */
	synchronized void endsToo(Collection<? extends ExecutorService> others) {
		this.others.addAll(others);
		if (this.ended) {
			endOthers();
		}
	}

	void given(Map<GrpcField, ExecutorService> given) {
		this.given = given;
	}

	/**
	 * Threads that were given to its server, where the other server was given different
	 * ones: the application creates them for each server.
	 */
	List<ExecutorService> givenOtherThan(Generation other) {
		return this.given.entrySet().stream().filter((entry) -> {
			ExecutorService same = other.given.get(entry.getKey());
			return same != null && same != entry.getValue();
		}).map(Map.Entry::getValue).toList();
	}

	void built(Server server) {
		this.parts = new ServerParts(server);
		this.predecessor = null;
	}

	void started() {
		this.since = Instant.now();
		this.port = boundPort();
	}

	Server server() {
		return parts().server();
	}

	/** Ends handlers before event loops, because handlers write responses there. */
	boolean end(Duration grace) {
		try {
			server().awaitTermination();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return close(grace);
	}

	boolean close(Duration grace) {
		if (this.parts != null) {
			// gRPC keeps each server until it is shut down, also if it never started.
			server().shutdownNow();
		}
		HandlerExecutor plain = this.plainExecutor;
		CallExecutors live = executors();
		EventLoops loops = this.eventLoops;
		boolean handlersEnded = (plain == null || plain.close(grace)) & (live == null || live.close(grace));
		boolean loopsEnded = loops == null || loops.close(grace);
		endOthers();
		return handlersEnded && loopsEnded;
	}

	private synchronized void endOthers() {
		this.ended = true;
		for (ExecutorService threads : this.others) {
			if (threads instanceof EventLoopGroup group) {
				group.shutdownGracefully(QUIET_MILLIS, QUIET_MILLIS, TimeUnit.MILLISECONDS);
			}
			else {
				threads.shutdown();
			}
		}
	}

}
