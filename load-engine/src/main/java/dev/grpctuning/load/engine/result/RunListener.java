package dev.grpctuning.load.engine;

import java.time.Instant;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * Told how a run gets on.
 */
@FunctionalInterface
public interface RunListener {

	/**
	 * A second has passed.
	 * @param progress how far the run has got
	 */
	void progress(Progress progress);

	/**
	 * Calls have ended. All intervals together have every call that counts.
	 * @param latencies the latencies of those that were answered, to be read before this
	 * returns
	 * @param from when the interval began
	 * @param to when it ended, usually a second later
	 */
	default void interval(LatencyInterval latencies, Instant from, Instant to) {
	}

}
