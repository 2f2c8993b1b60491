package dev.grpctuning.executor;

import org.jspecify.annotations.Nullable;

/**
 * What handlers run on.
 *
 * @param type the kind of threads
 * @param threads number of threads, without effect on some types
 * @param threadNamePrefix prefix of the threads' names
 * @param queueCapacity tasks that may wait for a thread before new calls are refused,
 * {@code null} for no bound
 */
public record ExecutorSettings(ExecutorType type, int threads, String threadNamePrefix,
		@Nullable Integer queueCapacity) {

	/**
	 * Says whether the same threads can serve both, so that a change of the queue's bound
	 * needs no new ones.
	 */
	boolean hasThreadsOf(ExecutorSettings other) {
		return this.type == other.type && this.threads == other.threads
				&& this.threadNamePrefix.equals(other.threadNamePrefix);
	}

}
