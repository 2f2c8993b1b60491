package dev.grpctuning.server;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.grpc.Server;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ServerChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.call.CallDispatch;
import dev.grpctuning.call.trace.CallAges;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.observe.LargeMessages;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.stages.CallStages;
import dev.grpctuning.transport.BufferLeaks;
import dev.grpctuning.transport.PortSharing;

/**
 * Generations of one server: the one that is being built, the one that serves, and those
 * that drain. Safe for use by several threads.
 */
public final class Generations implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Generations.class);

	private final Duration grace;

	private final OpenConnections connections;

	private final List<Listener> listeners;

	private final CallAges ages = new CallAges();

	private final CallStages stages = new CallStages();

	private final LargeMessages largeRequests = new LargeMessages();

	private final List<Generation> living = new CopyOnWriteArrayList<>();

	/** Calls of generations that have ended. */
	private long endedCalls;

	private final ThreadLocal<Generation> building = new ThreadLocal<>();

	private final AtomicReference<@Nullable String> managed = new AtomicReference<>();

	private volatile boolean leftAServerAlone;

	/** Whether threads are a bean, which no generation ends. */
	private final Predicate<Object> isBean;

	private @Nullable Generation lastBuilt;

	private Settings settings;

	private int count;

	private volatile @Nullable TunedServer server;

	public Generations(Settings settings, Duration grace, OpenConnections connections, List<Listener> listeners,
			Predicate<Object> isBean) {
		this.settings = settings;
		this.grace = grace;
		this.connections = connections;
		this.listeners = listeners;
		this.isBean = isBean;
	}

	/** Creates a server that stays the same while generations come and go behind it. */
	public Server createServer(Supplier<Server> factory) {
		TunedServer created = new TunedServer(this, factory);
		this.server = created;
		return created;
	}

	public CallAges ages() {
		return this.ages;
	}

	/** Large requests that held up an event loop. */
	public LargeMessages largeRequests() {
		return this.largeRequests;
	}

	CallStages stages() {
		return this.stages;
	}

	OpenConnections connections() {
		return this.connections;
	}

	@Nullable TunedServer server() {
		return this.server;
	}

	/**
	 * Decides whether the server of a factory is tuned. One server per application is
	 * tuned. The server of a subclass belongs to the application and is not.
	 */
	public boolean manages(String factory, boolean ofTheFramework) {
		if (ofTheFramework && this.managed.compareAndSet(null, factory)) {
			return true;
		}
		if (this.settings.isTuned()) {
			this.leftAServerAlone = true;
			logger.warn("grpc.tuning.* has no effect on the server of bean %s%s".formatted(factory, ofTheFramework
					? ", only on that of bean " + this.managed.get() : ", whose class is the application's own"));
		}
		return false;
	}

	/** Whether a warning said which server is not tuned. */
	public boolean leftAServerAlone() {
		return this.leftAServerAlone;
	}

	/**
	 * Generation whose server this thread is building, {@code null} for a server that is
	 * not tuned.
	 */
	@Nullable Generation building() {
		return this.building.get();
	}

	/** Generations that serve or drain, the oldest first. */
	public List<Generation> living() {
		return List.copyOf(this.living);
	}

	/** Youngest living generation, {@code null} if no server runs. */
	public @Nullable Generation serving() {
		List<Generation> present = living();
		return present.isEmpty() ? null : present.get(present.size() - 1);
	}

	/** Calls of all generations that were not refused. */
	public synchronized long calls() {
		return this.endedCalls + this.living.stream().mapToLong(Generation::calls).sum();
	}

	synchronized Settings settings() {
		return this.settings;
	}

	synchronized void settings(Settings settings) {
		this.settings = settings;
	}

	/** Calls of all generations in flight. */
	public int openCalls() {
		return this.living.stream().mapToInt((generation) -> {
			CallDispatch dispatch = generation.dispatch();
			return (dispatch != null) ? dispatch.openCalls() : this.connections.openStreams(generation.number());
		}).sum();
	}

	private synchronized Generation next(Settings settings, @Nullable Generation predecessor) {
		this.count++;
		return new Generation(this.count, settings, predecessor);
	}

	Generation build(Supplier<Server> factory, Settings settings, @Nullable Generation predecessor) {
		Generation generation = next(settings, predecessor);
		this.building.set(generation);
		try {
			Server server = factory.get();
			generation.built(server);
			endWithTheirGenerations(generation);
			this.ages.serves(server.getServices());
			return generation;
		}
		catch (RuntimeException | Error ex) {
			discard(generation);
			throw ex;
		}
		finally {
			this.building.remove();
		}
	}

	/** gRPC does not end threads that the application creates for each server. */
	private synchronized void endWithTheirGenerations(Generation built) {
		Generation former = this.lastBuilt;
		this.lastBuilt = built;
		if (former != null) {
			former.endsToo(former.givenOtherThan(built).stream().filter(this.isBean.negate()).toList());
			built.endsToo(built.givenOtherThan(former).stream().filter(this.isBean.negate()).toList());
		}
	}

	void started(Generation generation) {
		generation.started();
		if (!generation.isWatched()) {
			ChannelHandler acceptor = this.connections.acceptor(generation.number());
			generation.parts().listeners().forEach((listener) -> listener.pipeline().addFirst(acceptor));
		}
		this.living.add(generation);
		tell((listener) -> listener.started(generation));
	}

	/** A listener that fails must not leave a change half done. */
	private void tell(Consumer<Listener> event) {
		for (Listener listener : this.listeners) {
			try {
				event.accept(listener);
			}
			catch (RuntimeException ex) {
				logger.error("A listener of the gRPC server's generations failed", ex);
			}
		}
	}

	/** Prepares the listening channels of a server that is being built. */
	Consumer<ServerChannel> prepare(Generation generation) {
		boolean sharesPort = generation.predecessor() != null;
		ChannelHandler acceptor = this.connections.acceptor(generation.number());
		return (listener) -> {
			if (sharesPort) {
				PortSharing.allow(List.of(listener));
			}
			listener.pipeline().addFirst(acceptor);
			generation.watched(listener);
		};
	}

	/** Frees the port and sends GOAWAY to the clients. */
	void retire(Generation generation) {
		PortSharing.close(generation.parts().listeners());
		this.connections.drainAll(generation.number());
	}

	/**
	 * Ends a retired server. gRPC cuts a connection without GOAWAY if its event loop has
	 * not handled it.
	 */
	void shutDown(Generation generation) {
		this.connections.endLingering(generation.number());
		this.connections.awaitHandshakes(generation.number());
		generation.server().shutdown();
	}

	/** Cancels the calls of a generation, whether or not its clients read that. */
	void cancel(Generation generation) {
		generation.server().shutdownNow();
		this.connections.closeSoon(generation.number());
	}

	void ended(Generation generation) {
		closed(generation, generation.end(this.grace));
	}

	void discard(Generation generation) {
		closed(generation, generation.close(this.grace));
	}

	private void closed(Generation generation, boolean complete) {
		if (!complete) {
			logger.warn("Threads of gRPC server generation " + generation.number() + " did not end within "
					+ this.grace.toSeconds() + " s");
		}
		synchronized (this) {
			this.living.remove(generation);
			this.endedCalls += generation.calls();
		}
		tell((listener) -> listener.ended(generation));
	}

	@Override
	public void close() {
		TunedServer present = this.server;
		if (present != null) {
			present.end(this.grace);
		}
		BufferLeaks.update(Settings.NONE);
	}

	/** Notified when generations start and end. */
	public interface Listener {

		void started(Generation generation);

		/** Called when all calls and threads have ended, or after a failed start. */
		void ended(Generation generation);

	}

}
