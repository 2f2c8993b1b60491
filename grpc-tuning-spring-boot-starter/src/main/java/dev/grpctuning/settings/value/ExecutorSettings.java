package dev.grpctuning.settings.value;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Executor that handlers run on, perhaps with a bound of waiting tasks. */
public record ExecutorSettings(ExecutorType type, int threads, String threadNamePrefix,
		@Nullable Integer queueCapacity) {

	/** Fills in the defaults: a thread per processor, and the main executor's prefix. */
	public static ExecutorSettings of(ExecutorType type, @Nullable Integer threads, @Nullable String threadNamePrefix,
			@Nullable Integer queueCapacity) {
		return new ExecutorSettings(type,
				Objects.requireNonNullElseGet(threads, Runtime.getRuntime()::availableProcessors),
				(threadNamePrefix != null && !threadNamePrefix.isEmpty()) ? threadNamePrefix : "grpc-server-app-",
				queueCapacity);
	}

	/** Number of threads, {@code null} if the type does not have a fixed number. */
	public @Nullable Integer fixedThreads() {
		return (this.type == ExecutorType.FORK_JOIN || this.type == ExecutorType.FIXED) ? this.threads : null;
	}

	/** Whether the same threads serve both: only the bound of the queue may differ. */
	public boolean hasThreadsOf(ExecutorSettings other) {
		return this.type == other.type && this.threads == other.threads
				&& this.threadNamePrefix.equals(other.threadNamePrefix);
	}

}
