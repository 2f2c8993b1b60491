package dev.grpctuning.lifecycle;

import java.time.Duration;
import java.time.Instant;

import io.grpc.Server;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.TuningSettings;
import dev.grpctuning.dispatch.CallDispatch;
import dev.grpctuning.executor.CallExecutors;
import dev.grpctuning.executor.HandlerExecutor;
import dev.grpctuning.transport.EventLoops;

/**
 * One built server with all that was made for it: its event loops and executors end with
 * it.
 */
public final class Generation {

	private final int number;

	private final TuningSettings settings;

	private final boolean sharesPort;

	private volatile Instant since = Instant.now();

	private volatile @Nullable Server server;

	private volatile @Nullable ServerParts parts;

	private volatile @Nullable EventLoops eventLoops;

	private volatile @Nullable HandlerExecutor plainExecutor;

	private volatile @Nullable CallExecutors executors;

	private volatile @Nullable CallDispatch dispatch;

	Generation(int number, TuningSettings settings, boolean sharesPort) {
		this.number = number;
		this.settings = settings;
		this.sharesPort = sharesPort;
	}

	/**
	 * Its number; the first is 1.
	 */
	public int number() {
		return this.number;
	}

	/**
	 * What it was built with. What can be changed while it runs may have changed.
	 */
	public TuningSettings settings() {
		return this.settings;
	}

	/**
	 * Whether its server must bind a port on which another one listens.
	 */
	public boolean sharesPort() {
		return this.sharesPort;
	}

	/**
	 * When it began to serve.
	 */
	public Instant since() {
		return this.since;
	}

	/**
	 * What its server is made of, {@code null} before that has started.
	 */
	public @Nullable ServerParts parts() {
		return this.parts;
	}

	/**
	 * Its own event loops, {@code null} if it has gRPC's.
	 */
	public @Nullable EventLoops eventLoops() {
		return this.eventLoops;
	}

	/**
	 * Executors of its calls, {@code null} if they cannot be exchanged.
	 */
	public @Nullable CallExecutors executors() {
		return this.executors;
	}

	/**
	 * What its calls pass, {@code null} if they do not.
	 */
	public @Nullable CallDispatch dispatch() {
		return this.dispatch;
	}

	/**
	 * Takes ownership of event loops.
	 */
	public void own(EventLoops eventLoops) {
		this.eventLoops = eventLoops;
	}

	/**
	 * Takes ownership of an executor that is never exchanged.
	 */
	public void own(HandlerExecutor executor) {
		this.plainExecutor = executor;
	}

	/**
	 * Takes ownership of executors that can be exchanged.
	 */
	public void own(CallExecutors executors, CallDispatch dispatch) {
		this.executors = executors;
		this.dispatch = dispatch;
	}

	void started(Server server) {
		this.server = server;
		this.parts = new ServerParts(server);
		this.since = Instant.now();
	}

	/**
	 * Its server, {@code null} before that has started.
	 */
	@Nullable Server server() {
		return this.server;
	}

	/**
	 * Waits until the server has ended, then ends the handlers and, because these still
	 * write their responses there, after them the event loops.
	 * @return whether all threads have ended
	 */
	boolean end(Duration grace) {
		Server ended = this.server;
		try {
			if (ended != null) {
				ended.awaitTermination();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return close(grace);
	}

	boolean close(Duration grace) {
		HandlerExecutor plain = this.plainExecutor;
		CallExecutors live = this.executors;
		EventLoops loops = this.eventLoops;
		boolean handlersEnded = (plain == null || plain.close(grace)) & (live == null || live.close(grace));
		boolean loopsEnded = loops == null || loops.close(grace);
		return handlersEnded && loopsEnded;
	}

}
