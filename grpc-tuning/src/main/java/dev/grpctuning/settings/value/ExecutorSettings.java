package dev.grpctuning.settings.value;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Executor that handlers run on.
 *
 * @param type type of its threads; for an adaptive executor, of those for methods that
 * block
 * @param adaptive whether methods with quick handlers run on their event loop instead
 * @param threads number of threads of a fork-join or fixed executor
 * @param queueCapacity tasks that may wait for a thread before new calls are refused,
 * {@code null} for no bound
 * @param codelInterval time that the queue may stay non-empty before CoDel applies to it,
 * {@code null} for a FIFO queue
 * @param maxVirtualThreads virtual threads that may run at once, {@code null} for no
 * bound
 */
public record ExecutorSettings(ExecutorType type, boolean adaptive, int threads, String threadNamePrefix,
		@Nullable Integer queueCapacity, @Nullable Duration codelInterval, @Nullable Integer maxVirtualThreads) {

	/** Fills in the defaults: a thread per processor, and the main executor's prefix. */
	public static ExecutorSettings of(ExecutorType type, @Nullable Integer threads, @Nullable String threadNamePrefix,
			@Nullable Integer queueCapacity) {
		return of(type, threads, threadNamePrefix, queueCapacity, null, null);
	}

	/** Leaves out what threads of the type do not have. */
	public static ExecutorSettings of(ExecutorType type, @Nullable Integer threads, @Nullable String threadNamePrefix,
			@Nullable Integer queueCapacity, @Nullable Duration codelInterval, @Nullable Integer maxVirtualThreads) {
		boolean adaptive = type == ExecutorType.ADAPTIVE;
		ExecutorType own = adaptive ? threadsOfAdaptive(threads) : type;
		return new ExecutorSettings(own, adaptive,
				Objects.requireNonNullElseGet(threads, Runtime.getRuntime()::availableProcessors),
				(threadNamePrefix != null && !threadNamePrefix.isEmpty()) ? threadNamePrefix : "grpc-server-app-",
				queueCapacity, (own == ExecutorType.FIXED) ? codelInterval : null,
				(own == ExecutorType.VIRTUAL) ? maxVirtualThreads : null);
	}

	/** Type of the threads of an adaptive executor. */
	public static ExecutorType threadsOfAdaptive(@Nullable Integer threads) {
		return (threads != null) ? ExecutorType.FIXED : ExecutorType.VIRTUAL;
	}

	/**
	 * Type that was configured, which is not the type of its threads if it is adaptive.
	 */
	public ExecutorType configured() {
		return this.adaptive ? ExecutorType.ADAPTIVE : this.type;
	}

	/** Number of threads, {@code null} if the type does not have a fixed number. */
	public @Nullable Integer fixedThreads() {
		return (this.type == ExecutorType.FORK_JOIN || this.type == ExecutorType.FIXED) ? this.threads : null;
	}

	/** Whether the same threads serve both: only the bound of the queue may differ. */
	public boolean hasThreadsOf(ExecutorSettings other) {
		return equals(new ExecutorSettings(other.type, other.adaptive, other.threads, other.threadNamePrefix,
				this.queueCapacity, other.codelInterval, other.maxVirtualThreads));
	}

}
