package dev.grpctuning.executor;

import org.jspecify.annotations.Nullable;

/**
 * What an executor does at this moment.
 *
 * @param name {@code main}, {@code canary} or the pattern of a route
 * @param settings what it is
 * @param queued tasks that wait for a thread
 * @param active tasks that run
 * @param completed tasks that have ended
 * @param calls calls that were given to it
 * @param refused calls that were not, because too many tasks waited
 * @param waitTime how long tasks waited, {@code null} if that is not kept
 */
public record ExecutorState(String name, ExecutorSettings settings, int queued, int active, long completed, long calls,
		long refused, TaskTimings.@Nullable WaitTime waitTime) {

}
