package dev.grpctuning.load.engine;

import dev.grpctuning.load.latency.LatencySummary;

/**
 * How an open model was sent.
 *
 * @param sentPerSecond calls sent for each second in which they were due
 * @param lagMicros how late they were sent
 * @param lateShare share of calls that were sent later than the plan allows, from 0 to 1
 */
public record Sending(double sentPerSecond, LatencySummary lagMicros, double lateShare) {
}
