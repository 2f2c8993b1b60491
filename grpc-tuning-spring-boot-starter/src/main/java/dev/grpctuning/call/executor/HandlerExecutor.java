package dev.grpctuning.executor;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Threads that handlers run on. Whoever creates them closes them, after the last call has
 * ended.
 */
public interface HandlerExecutor {

	/**
	 * What gRPC gives tasks to. After {@link #close} it throws
	 * {@link java.util.concurrent.RejectedExecutionException}.
	 */
	Executor executor();

	/**
	 * Lets running handlers finish, interrupts those that do not, and waits for the
	 * threads to end.
	 * @param grace how long handlers may take to finish, and then again to react to their
	 * interruption
	 * @return whether all handlers have ended
	 */
	boolean close(Duration grace);

}
