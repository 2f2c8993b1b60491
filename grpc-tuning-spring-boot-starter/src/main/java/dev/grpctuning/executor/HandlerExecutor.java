package dev.grpctuning.executor;

import java.time.Duration;

import io.grpc.ServerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What the handlers of one server run on. gRPC does not close an executor that it was
 * given: whoever creates it closes it, after the server has ended.
 */
public interface HandlerExecutor {

	/**
	 * Makes a server run its handlers here.
	 */
	void applyTo(ServerBuilder<?> builder);

	/**
	 * Lets running handlers finish, interrupts those that do not, and waits for the
	 * threads to end.
	 * @param grace how long handlers may take to finish, and then again to react to their
	 * interruption
	 * @return whether all handlers have ended
	 */
	boolean close(Duration grace);

	/**
	 * Creates what the settings ask for.
	 * @param settings the kind, size and thread names
	 * @param classLoader context class loader of the threads
	 */
	static HandlerExecutor create(ExecutorSettings settings, @Nullable ClassLoader classLoader) {
		return switch (settings.type()) {
			case DIRECT -> new DirectHandlerExecutor();
			case FORK_JOIN -> PooledHandlerExecutor.forkJoin(settings, classLoader);
			case FIXED -> PooledHandlerExecutor.fixed(settings, classLoader);
			case CACHED -> PooledHandlerExecutor.cached(settings, classLoader);
			case VIRTUAL -> new VirtualHandlerExecutor(settings.threadNamePrefix());
		};
	}

}
