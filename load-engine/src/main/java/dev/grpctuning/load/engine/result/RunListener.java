package dev.grpctuning.load.engine.result;

import java.time.Instant;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * Listens to the progress of a run.
 */
@FunctionalInterface
public interface RunListener {

	void progress(Progress progress);

	/** The latencies of a second. All seconds together have every call that counts. */
	default void interval(LatencyInterval latencies, Instant from, Instant to) {
	}

}
