package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary;

/**
 * How an open model was sent.
 *
 * @param sentPerSecond calls sent for each second in which they were due
 * @param plannedPerSecond calls that the plan had due for each of these seconds, or
 * {@code null} if it has no rate
 * @param lagMicros how late they were sent
 * @param lateShare share of calls that were sent later than the plan allows, from 0 to 1
 * @param lagHistogram all lags, as HdrHistogram writes them, in microseconds;
 * {@code null} in results of earlier versions
 */
public record Sending(double sentPerSecond, @Nullable Double plannedPerSecond, LatencySummary lagMicros,
		double lateShare, @Nullable String lagHistogram) {
}
