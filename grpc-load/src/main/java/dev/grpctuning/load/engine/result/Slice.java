package dev.grpctuning.load.engine.result;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * Figures of a slice, without the time at its beginning that does not count.
 *
 * @param beginNanos start of the time that counts, by {@link System#nanoTime()}
 * @param endNanos end of the wait for the last calls
 * @param seconds time in which calls were started
 * @param answered calls that were answered in this time
 * @param ended calls that were answered in this time or in the wait for the last ones
 * @param failed calls that ended with a status that the plan does not expect
 * @param unfinished calls that were still open after the wait
 * @param serverCpuNanos CPU time of the server, until all calls had ended
 * @param latencies latencies of the calls in {@code ended}, except a few at the beginning
 */
public record Slice(long beginNanos, long endNanos, double seconds, long answered, long ended, long failed,
		long unfinished, long serverCpuNanos, LatencyInterval latencies) {
}
