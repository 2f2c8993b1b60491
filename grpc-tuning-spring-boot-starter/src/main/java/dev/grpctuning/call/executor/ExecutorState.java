package dev.grpctuning.call.executor;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.ExecutorSettings;

/**
 * What an executor does at this moment.
 *
 * @param name {@code main}, {@code canary} or the pattern of a route
 * @param queued tasks that wait for a thread
 * @param waitTime how long tasks waited, {@code null} if that is not kept
 */
public record ExecutorState(String name, ExecutorSettings settings, int queued, int active, long completed, long calls,
		long refused, TaskTimings.@Nullable WaitTime waitTime) {

}
