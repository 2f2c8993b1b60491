package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.function.Supplier;

import dev.grpctuning.load.engine.result.Progress.WarmupFigures;

/** Watches the calls of a warm-up until they are steady. Used by one thread. */
final class WarmupWatch {

	private final Supplier<WarmupFigures> endInterval;

	private final SteadyState state;

	private final long shortestNanos;

	private long lastNanos;

	WarmupWatch(Supplier<WarmupFigures> endInterval, Duration interval, long nanoTime) {
		this.endInterval = endInterval;
		this.state = new SteadyState();
		this.shortestNanos = interval.toNanos() / 2;
		this.lastNanos = nanoTime;
	}

	/** Ends an interval unless just begun, and returns whether the load is steady. */
	boolean end(long nanoTime) {
		long length = nanoTime - this.lastNanos;
		if (length < this.shortestNanos) {
			return false;
		}
		this.lastNanos = nanoTime;
		WarmupFigures interval = this.endInterval.get();
		return this.state.add(interval.ok() * 1e9 / length, interval.responseP99Micros());
	}

}
