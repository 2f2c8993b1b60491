package dev.grpctuning.autoconfigure.properties;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.ExecutorType;
import dev.grpctuning.settings.value.Route;

/**
 * What handlers run on.
 *
 * @param type Type of executor that handlers run on. Type direct is the event loop
 * itself. Type adaptive is the event loop for methods with quick handlers, and virtual
 * threads for the others (before Java 21 a cached pool).
 * @param threads Number of threads of a fork-join or fixed executor. With adaptive, size
 * of the fixed pool for handlers that block.
 * @param threadNamePrefix Prefix of the names of the executor's threads.
 * @param queueCapacity Maximum number of tasks that wait for a thread of the executor,
 * which must have a queue: fixed, fork-join, virtual or adaptive with
 * executor.max-virtual-threads, or adaptive with executor.threads. The server refuses
 * further calls with RESOURCE_EXHAUSTED.
 * @param maxVirtualThreads Maximum number of virtual threads that an executor of type
 * virtual or adaptive runs at once. Further tasks wait. The main executor, the canary and
 * each route have their own.
 * @param live Whether the executor can be replaced while the server runs. Routes, limits,
 * the canary and separate threads for health checks require it.
 * @param routes Methods with an executor of their own, each with method, type, threads
 * and queue-capacity. The first match applies. Does not apply to health checks and
 * reflection.
 * @param canary Executor of a share of the calls.
 */
public record ExecutorProperties(@Nullable ExecutorType type, @Nullable Integer threads,
		@Nullable String threadNamePrefix, @Nullable Integer queueCapacity, @Nullable Integer maxVirtualThreads,
		@Nullable Boolean live, @Nullable List<Route> routes, @Nullable Canary canary) {

	/**
	 * Canary executor, which runs a share of the calls.
	 *
	 * @param type Type of the canary executor, which runs a share of the calls.
	 * @param threads Number of threads of a fork-join or fixed canary executor.
	 * @param share Share of the calls without a route that run on the canary executor,
	 * from 0 to 1.
	 */
	public record Canary(@Nullable ExecutorType type, @Nullable Integer threads, @Nullable Double share) {

	}

}
