package dev.grpctuning.call.adaptive;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.grpc.ServerCallHandler;
import io.netty.util.concurrent.GlobalEventExecutor;

/**
 * Where calls of a method run with {@code executor.type=adaptive}: on their event loop
 * while its handler is quick, otherwise on the executor. A method starts on the executor.
 * <p>
 * A leaky bucket of {@value #FULL} decides. A slow run adds {@value #SLOW_RUN}, a very
 * slow one fills it, and a quick one takes out 1. A method leaves its event loop when the
 * bucket is full, and returns when it is empty. So two slow runs among 20 quick ones move
 * it, and more than one slow run in {@value #SLOW_RUN} keeps it on the executor. The time
 * until it may return doubles each time that it soon leaves again. Safe for use by
 * several threads.
 */
public final class MethodPlace {

	/** A handler that takes longer delays the other calls of its event loop. */
	static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	static final long VERY_SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	static final int FULL = 100;

	static final int SLOW_RUN = 60;

	static final long SHORTEST_STAY_NANOS = TimeUnit.SECONDS.toNanos(1);

	static final long LONGEST_STAY_NANOS = TimeUnit.MINUTES.toNanos(2);

	private final String method;

	private volatile boolean onLoop;

	/** Whether a thread of the handler's own sent the last response. */
	private volatile boolean ownThreads;

	private volatile int bucket = FULL;

	private volatile int departures;

	private volatile long movedNanos;

	/** Time that the method must stay on the executor after a departure. */
	private volatile long stayNanos;

	public MethodPlace(String method) {
		this.method = method;
	}

	/** Watches handlers on event loops for those that do not return, until cancelled. */
	public static Future<?> watch() {
		return GlobalEventExecutor.INSTANCE.scheduleWithFixedDelay(LoopRuns::check, VERY_SLOW_NANOS, VERY_SLOW_NANOS,
				TimeUnit.NANOSECONDS);
	}

	/** Full name of the method. */
	public String method() {
		return this.method;
	}

	public boolean isOnLoop() {
		return this.onLoop;
	}

	/** How often it was too slow for its event loop. */
	public int departures() {
		return this.departures;
	}

	public MethodState state() {
		return new MethodState(this.method, this.onLoop, this.departures, this.ownThreads);
	}

	/** Wraps a handler to measure its runs. */
	public <Q, R> ServerCallHandler<Q, R> measure(ServerCallHandler<Q, R> handler) {
		return new MeasuredHandler<>(handler, this);
	}

	/** Begins a run of the handler, and returns its start time. */
	long begin() {
		long now = System.nanoTime();
		if (this.onLoop) {
			LoopRuns.begin(this, now);
		}
		return now;
	}

	void end(long began) {
		LoopRuns.end();
		ran(began, System.nanoTime());
	}

	/** Records who sent a response. */
	public void answered(boolean byOwnThread) {
		if (this.ownThreads != byOwnThread) {
			this.ownThreads = byOwnThread;
		}
	}

	/** Records a run. Takes no lock if the run changes nothing. */
	void ran(long began, long now) {
		long nanos = now - began;
		boolean changes = (nanos >= SLOW_NANOS) ? this.bucket < FULL
				: this.bucket > 0 || (!this.onLoop && mayReturn(now));
		if (changes) {
			update(nanos, now);
		}
	}

	private synchronized void update(long nanos, long now) {
		if (nanos < SLOW_NANOS) {
			this.bucket = Math.max(0, this.bucket - 1);
		}
		else {
			this.bucket = Math.min(FULL, this.bucket + ((nanos < VERY_SLOW_NANOS) ? SLOW_RUN : FULL));
		}
		if (this.onLoop && this.bucket == FULL) {
			boolean soon = now - this.movedNanos < 10 * this.stayNanos;
			this.stayNanos = soon ? Math.min(LONGEST_STAY_NANOS, 2 * this.stayNanos) : SHORTEST_STAY_NANOS;
			this.movedNanos = now;
			this.departures++;
			this.onLoop = false;
		}
		else if (!this.onLoop && this.bucket == 0 && mayReturn(now)) {
			this.movedNanos = now;
			this.onLoop = true;
		}
	}

	private boolean mayReturn(long now) {
		return this.departures == 0 || now - this.movedNanos >= this.stayNanos;
	}

	/** Place of a method, as the endpoint shows it. */
	public record MethodState(String method, boolean direct, int departures, boolean ownThreads) {

	}

}
