package dev.grpctuning.guard;

import dev.grpctuning.observe.DurationCounts;

/**
 * Counters of a server at a moment. Calls that were neither failed nor late are within
 * the {@link Objective}.
 *
 * @param nanos when, by {@link System#nanoTime()}
 * @param ended calls that have ended
 * @param failed those of them for which the server is to blame, refused ones included
 * @param late those of them that did not fail but took longer than their objective
 * @param durations of all calls but those that were refused
 * @param open calls in flight
 * @param lags of the event loops
 * @param heap share of the maximum heap that the last collection left in use, from 0 to
 * 1, and 0 if that is not known
 * @param pausedMillis time that the JVM stood still for collections
 */
public record Reading(long nanos, long ended, long failed, long late, DurationCounts.Snapshot durations, int open,
		DurationCounts.Snapshot lags, double heap, long pausedMillis) {

}
