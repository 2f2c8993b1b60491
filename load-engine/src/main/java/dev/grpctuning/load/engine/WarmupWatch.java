package dev.grpctuning.load.engine;

import java.time.Duration;

/**
 * Watches the calls of a warm-up until they are steady. Used by one thread.
 */
final class WarmupWatch {

	private final WarmupCalls calls;

	private final SteadyState state;

	private final long shortestNanos;

	private long lastNanos;

	/**
	 * Prepares to watch.
	 * @param calls the calls
	 * @param moment how often it is to be asked
	 */
	WarmupWatch(WarmupCalls calls, Duration moment) {
		this.calls = calls;
		this.state = new SteadyState(moment.toSeconds() < 1);
		this.shortestNanos = moment.toNanos() / 2;
	}

	/**
	 * Begins with the first moment.
	 * @param nanoTime what time it is
	 */
	void begin(long nanoTime) {
		this.lastNanos = nanoTime;
	}

	/**
	 * Ends a moment, unless it has only begun: after a pause of this JVM ticks come all
	 * at once.
	 * @param nanoTime what time it is
	 * @return whether the load is steady now
	 */
	boolean end(long nanoTime) {
		long length = nanoTime - this.lastNanos;
		if (length < this.shortestNanos) {
			return false;
		}
		this.lastNanos = nanoTime;
		WarmupFigures moment = this.calls.endMoment();
		return this.state.add(moment.ok() * 1e9 / length, moment.responseP99Micros());
	}

}
