package dev.grpctuning.executor;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Creates what handlers run on.
 *
 * @param javaVersion feature version of the JVM
 * @param classLoader context class loader of the threads
 * @param application gives the application's own executor, {@code null} if it has none
 */
public record HandlerExecutorFactory(int javaVersion, @Nullable ClassLoader classLoader,
		@Nullable ApplicationExecutor application) {

	/**
	 * Says in a few words why a type cannot be had, or {@code null} if it can.
	 */
	public @Nullable String unavailabilityReason(ExecutorType type) {
		return switch (type) {
			case DIRECT, FORK_JOIN, FIXED, CACHED -> null;
			case VIRTUAL ->
				(this.javaVersion < 21) ? "needs Java 21 or later and this is Java " + this.javaVersion : null;
			case APPLICATION -> (this.application == null)
					? "needs a GrpcServerExecutorProvider, a bean of Spring Boot's own gRPC server, and there is none"
					: null;
		};
	}

	/**
	 * Types that can be had here.
	 */
	public List<ExecutorType> available() {
		return Arrays.stream(ExecutorType.values()).filter((type) -> unavailabilityReason(type) == null).toList();
	}

	/**
	 * Creates what the settings ask for, of a type that can be had.
	 * @param settings the kind, size and thread names
	 */
	public HandlerExecutor create(ExecutorSettings settings) {
		return switch (settings.type()) {
			case DIRECT -> new DirectHandlerExecutor();
			case FORK_JOIN -> PooledHandlerExecutor.forkJoin(settings, this.classLoader);
			case FIXED -> PooledHandlerExecutor.fixed(settings, this.classLoader);
			case CACHED -> PooledHandlerExecutor.cached(settings, this.classLoader);
			case VIRTUAL -> new VirtualHandlerExecutor(settings.threadNamePrefix());
			case APPLICATION -> new ForeignHandlerExecutor(Objects.requireNonNull(this.application).get());
		};
	}

}
