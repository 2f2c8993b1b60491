package dev.grpctuning.load.engine;

import java.time.Duration;

import dev.grpctuning.load.engine.channel.WarmupCalls;
import dev.grpctuning.load.engine.plan.SteadyState;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

/**
 * Watches the calls of a warm-up until they are steady. Used by one thread.
 */
final class WarmupWatch {

	private final WarmupCalls calls;

	private final SteadyState state;

	private final long shortestNanos;

	private long lastNanos;

	WarmupWatch(WarmupCalls calls, Duration interval) {
		this.calls = calls;
		this.state = new SteadyState(interval.toSeconds() < 1);
		this.shortestNanos = interval.toNanos() / 2;
	}

	void begin(long nanoTime) {
		this.lastNanos = nanoTime;
	}

	/** Ends an interval unless just begun, and returns whether the load is steady. */
	boolean end(long nanoTime) {
		long length = nanoTime - this.lastNanos;
		if (length < this.shortestNanos) {
			return false;
		}
		this.lastNanos = nanoTime;
		WarmupFigures interval = this.calls.endInterval();
		return this.state.add(interval.ok() * 1e9 / length, interval.responseP99Micros());
	}

}
