package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary;

/**
 * The messages of calls that are streams.
 *
 * @param sent request messages
 * @param received response messages
 * @param sentPerSecond request messages for each second of the run
 * @param receivedPerSecond response messages for each second of the run
 * @param gapMicros time from one response message of a call to the next or, where the
 * server sends only one, from one request message to the next
 * @param gapHistogram all of these, as HdrHistogram writes them, in microseconds;
 * {@code null} in results of earlier versions
 */
public record Messages(long sent, long received, double sentPerSecond, double receivedPerSecond,
		LatencySummary gapMicros, @Nullable String gapHistogram) {
}
