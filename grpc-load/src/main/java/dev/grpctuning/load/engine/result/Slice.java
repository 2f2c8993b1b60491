package dev.grpctuning.load.engine.result;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * The part of a slice that counts: what happened after the calls that it began with.
 *
 * @param seconds time in which calls were started
 * @param answered calls that were answered in this time
 * @param ended calls that were answered in this time or while the last ones were waited
 * for
 * @param failed calls that ended with a status that the plan does not expect
 * @param unfinished calls that were not answered in the time that the plan waits
 * @param serverCpuNanos what the clock of the server's CPU time advanced by, until all
 * calls had ended
 * @param latencies latencies of the calls in {@code ended}, except a few at the beginning
 */
public record Slice(double seconds, long answered, long ended, long failed, long unfinished, long serverCpuNanos,
		LatencyInterval latencies) {
}
