package dev.grpctuning.guard;

import dev.grpctuning.observe.DurationCounts;

/**
 * Counters of a server at a moment.
 *
 * @param nanos when, by {@link System#nanoTime()}
 * @param ended calls that have ended
 * @param failed those of them for which the server is to blame, refused ones included
 * @param durations of all calls but those that were refused
 * @param open calls in flight
 */
public record Reading(long nanos, long ended, long failed, DurationCounts.Snapshot durations, int open) {

}
