package dev.grpctuning.call.executor;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;

/**
 * What an executor does at this moment, as the endpoint shows it.
 *
 * @param name {@code main}, {@code canary} or the pattern of a route
 * @param threads number of threads of a fork-join or fixed executor
 * @param queueCapacity tasks that may wait, {@code null} for no bound
 * @param waitMeanMillis mean time that tasks waited, {@code null} if it is not measured
 * @param methods where the calls of each method run, {@code null} unless adaptive
 */
public record ExecutorState(String name, String type, int threads, @Nullable Integer queueCapacity, int queued,
		int active, long completed, long calls, long refused, @Nullable Double waitMeanMillis,
		@Nullable Double waitMaxMillis, @Nullable List<MethodPlace.MethodState> methods) {
}
