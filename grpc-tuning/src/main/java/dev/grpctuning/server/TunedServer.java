package dev.grpctuning.server;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import com.google.common.base.Throwables;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.transport.PortSharing;

/**
 * The one server that its framework starts and stops. A server of the next generation
 * replaces the one behind it while both serve. Safe for use by several threads.
 */
final class TunedServer extends Server {

	private static final Logger logger = LoggerFactory.getLogger(TunedServer.class);

	private static final Duration REBIND_TIMEOUT = Duration.ofSeconds(10);

	private static final int MAX_DRAINING = 10;

	private static final Duration SETTLE = Duration.ofSeconds(1);

	private final Generations generations;

	private final Supplier<Server> factory;

	private final CountDownLatch terminated = new CountDownLatch(1);

	/** Read without the lock, which a replacement may hold for seconds. */
	private volatile Generation current;

	private boolean started;

	private volatile boolean shutdown;

	TunedServer(Generations generations, Supplier<Server> factory) {
		this.generations = generations;
		this.factory = factory;
		this.current = generations.build(factory, generations.settings(), null);
	}

	@Override
	public synchronized Server start() throws IOException {
		try {
			begin(this.current);
		}
		catch (IOException | RuntimeException | Error ex) {
			this.shutdown = true;
			this.terminated.countDown();
			throw ex;
		}
		return this;
	}

	private void begin(Generation generation) throws IOException {
		try {
			// Connections keep the settings with which they were accepted.
			this.generations.connections().update(generation.settings());
			generation.server().start();
			this.started = true;
			this.generations.started(generation);
		}
		catch (IOException | RuntimeException | Error ex) {
			this.generations.connections().update(this.generations.settings());
			this.generations.discard(generation);
			throw ex;
		}
	}

	synchronized Generation serving() throws NoServerException {
		if (!this.started) {
			throw new NoServerException("The gRPC server has not started; try again when it has");
		}
		if (this.shutdown) {
			throw new NoServerException("The gRPC server is shutting down; nothing can be changed any more");
		}
		return this.current;
	}

	/** Whether a new server can listen before this one has stopped. */
	synchronized boolean canSwap() {
		List<Channel> listeners = this.current.parts().listeners();
		boolean can = PortSharing.allow(listeners);
		PortSharing.forbid(listeners);
		return can;
	}

	/** Replaces the server by one with other settings; open calls end on the old one. */
	synchronized GenerationChange replace(Settings next) throws NoServerException, NotReplacedException {
		serving();
		Duration drainTimeout = next.get(Knobs.GENERATION_DRAIN_TIMEOUT);
		Generation old = this.current;
		boolean shared = next.generationChange() == GenerationChange.SWAP;
		if (shared) {
			PortSharing.allow(old.parts().listeners());
		}
		Generation built;
		try {
			built = this.generations.build(this.factory, next, shared ? old : null);
		}
		catch (RuntimeException | Error ex) {
			PortSharing.forbid(old.parts().listeners());
			throw new NotReplacedException("the new server could not be built: " + reason(ex), Outcome.ROLLED_BACK, ex);
		}
		if (!shared) {
			this.generations.retire(old);
		}
		try {
			begin(built);
		}
		catch (IOException | RuntimeException | Error ex) {
			if (shared) {
				PortSharing.forbid(old.parts().listeners());
			}
			else {
				listenAgain(old, drainTimeout, ex);
			}
			throw new NotReplacedException("the new server could not start: " + reason(ex),
					shared ? Outcome.ROLLED_BACK : Outcome.RESTORED, ex);
		}
		if (shared) {
			PortSharing.redirect(old.parts().listeners(), built.parts().listeners());
		}
		takeOver(built, old, next, drainTimeout);
		PortSharing.forbid(built.parts().listeners());
		endOldest(next.get(Knobs.GENERATION_MAX_DRAINING, MAX_DRAINING));
		return shared ? GenerationChange.SWAP : GenerationChange.RESTART;
	}

	private void takeOver(Generation built, Generation old, Settings settings, @Nullable Duration drainTimeout) {
		this.current = built;
		this.generations.settings(settings);
		this.generations.retire(old);
		drain(old, drainTimeout);
	}

	/**
	 * Bounds the threads that endless calls of replaced servers can hold. Others end soon
	 * if many changes come at once.
	 */
	private void endOldest(int maxDraining) {
		List<Generation> living = this.generations.living();
		int tooMany = living.size() - 1 - maxDraining;
		long deadline = System.nanoTime() + SETTLE.toNanos();
		for (Generation oldest : living.subList(0, Math.max(0, tooMany))) {
			cancelAfter(Duration.ofNanos(deadline - System.nanoTime()), oldest, "more than %s=%d generations drain"
				.formatted(Knobs.GENERATION_MAX_DRAINING.property(), maxDraining));
		}
	}

	/** Builds the old server again, with the live changes made since. */
	private void listenAgain(Generation old, @Nullable Duration drainTimeout, Throwable failure)
			throws NotReplacedException {
		long deadline = System.nanoTime() + REBIND_TIMEOUT.toNanos();
		Settings settings = this.generations.settings();
		while (true) {
			try {
				Generation again = this.generations.build(this.factory, settings, null);
				begin(again);
				takeOver(again, old, settings, drainTimeout);
				return;
			}
			catch (IOException | RuntimeException | Error ex) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
				if (System.nanoTime() - deadline > 0) {
					throw new NotReplacedException(
							"the new server could not start: " + reason(failure)
									+ "; nor can the old one listen again: " + reason(ex) + "; restart the application",
							Outcome.FAILED, failure);
				}
			}
		}
	}

	private static String reason(Throwable failure) {
		String own = String.valueOf(failure.getMessage());
		String deepest = String.valueOf(Throwables.getRootCause(failure).getMessage());
		return own.contains(deepest) ? own : own + " (" + deepest + ")";
	}

	private void drain(Generation built, @Nullable Duration timeout) {
		Thread drainer = new Thread(() -> {
			this.generations.shutDown(built);
			if (timeout != null) {
				cancelAfter(timeout, built, "they did not end within " + timeout);
			}
			ended(built);
		}, "grpc-server-drain-" + built.number());
		drainer.setDaemon(true);
		drainer.start();
	}

	private void cancelAfter(Duration timeout, Generation generation, String reason) {
		try {
			if (generation.server().awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				return;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		logger.warn(
				"Cancelling the calls of gRPC server generation %d, because %s".formatted(generation.number(), reason));
		this.generations.cancel(generation);
	}

	private void ended(Generation generation) {
		this.generations.ended(generation);
		synchronized (this) {
			terminateWhenAllHaveEnded();
		}
	}

	private void terminateWhenAllHaveEnded() {
		if (this.shutdown && this.generations.living().isEmpty()) {
			this.terminated.countDown();
		}
	}

	@Override
	public synchronized Server shutdown() {
		if (!this.shutdown) {
			this.shutdown = true;
			if (this.started) {
				this.current.server().shutdown();
				drain(this.current, null);
			}
			else {
				this.generations.discard(this.current);
				terminateWhenAllHaveEnded();
			}
		}
		return this;
	}

	@Override
	public synchronized Server shutdownNow() {
		shutdown();
		this.generations.living().forEach(this.generations::cancel);
		return this;
	}

	void end(Duration grace) {
		shutdownNow();
		try {
			awaitTermination(3 * grace.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isShutdown() {
		return this.shutdown;
	}

	@Override
	public boolean isTerminated() {
		return this.terminated.getCount() == 0;
	}

	@Override
	public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
		return this.terminated.await(timeout, unit);
	}

	@Override
	public void awaitTermination() throws InterruptedException {
		this.terminated.await();
	}

	/** The generation that serves, or served last. */
	Generation current() {
		return this.current;
	}

	@Override
	public int getPort() {
		return current().port();
	}

	@Override
	public List<? extends SocketAddress> getListenSockets() {
		return current().server().getListenSockets();
	}

	@Override
	public List<ServerServiceDefinition> getServices() {
		return current().server().getServices();
	}

	@Override
	public List<ServerServiceDefinition> getImmutableServices() {
		return current().server().getImmutableServices();
	}

	@Override
	public List<ServerServiceDefinition> getMutableServices() {
		return current().server().getMutableServices();
	}

	/** A new generation could not start. */
	static final class NotReplacedException extends Exception {

		private final Outcome outcome;

		NotReplacedException(String message, Outcome outcome, Throwable cause) {
			super(message, cause);
			this.outcome = outcome;
		}

		/** What has become of the server. */
		Outcome outcome() {
			return this.outcome;
		}

	}

}
