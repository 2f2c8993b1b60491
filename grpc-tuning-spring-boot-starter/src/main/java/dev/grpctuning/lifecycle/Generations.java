package dev.grpctuning.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.grpc.Server;
import io.grpc.ServerBuilder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.executor.HandlerExecutor;
import dev.grpctuning.transport.EventLoops;

/**
 * Remembers which event loops and executor were made for which server, and closes them
 * when that server has ended. A server that is stopped and started again is built again,
 * and gets a new generation. Safe for use by several threads.
 */
public final class Generations implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Generations.class);

	private final Duration grace;

	private final Map<Server, Generation> running = new IdentityHashMap<>();

	private @Nullable Generation built;

	private @Nullable ServerBuilder<?> builder;

	private int count;

	/**
	 * Creates an empty set of generations.
	 * @param grace how long a server, its handlers and its event loops may each take to
	 * end
	 */
	public Generations(Duration grace) {
		this.grace = grace;
	}

	/**
	 * Takes ownership of event loops that were made for a server that is being built.
	 */
	public synchronized void own(ServerBuilder<?> builder, EventLoops eventLoops) {
		generationOf(builder).own(eventLoops);
	}

	/**
	 * Takes ownership of an executor that was made for a server that is being built.
	 */
	public synchronized void own(ServerBuilder<?> builder, HandlerExecutor executor) {
		generationOf(builder).own(executor);
	}

	private Generation generationOf(ServerBuilder<?> builder) {
		Generation generation = this.built;
		if (generation == null || this.builder != builder) {
			// One that was built before and never started belongs to a failed start.
			closeBuilt();
			this.count++;
			generation = new Generation(this.count);
			this.built = generation;
			this.builder = builder;
		}
		return generation;
	}

	/**
	 * Notes that the server that was built last has started.
	 */
	public synchronized void started(Server server) {
		if (this.built != null) {
			this.running.put(server, this.built);
			this.built = null;
			this.builder = null;
		}
	}

	/**
	 * Waits until a server that was told to stop has ended, then ends its threads: those
	 * of a server that could not start, too.
	 */
	public void stopped(Server server) {
		Generation generation;
		synchronized (this) {
			generation = this.running.remove(server);
			if (generation == null) {
				closeBuilt();
			}
		}
		if (generation != null) {
			await(server);
			close(generation);
		}
	}

	private void await(Server server) {
		try {
			server.awaitTermination(this.grace.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Ends the threads of all servers, those that never started included.
	 */
	@Override
	public void close() {
		List<Server> servers;
		synchronized (this) {
			servers = new ArrayList<>(this.running.keySet());
			closeBuilt();
		}
		servers.forEach(Server::shutdownNow);
		servers.forEach(this::stopped);
	}

	private void closeBuilt() {
		if (this.built != null) {
			close(this.built);
			this.built = null;
			this.builder = null;
		}
	}

	private void close(Generation generation) {
		if (!generation.close(this.grace)) {
			logger.warn("Threads of gRPC server generation " + generation.number() + " did not end within "
					+ this.grace.toSeconds() + " s");
		}
	}

}
