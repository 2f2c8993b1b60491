package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Threads that handlers run on. Their creator closes them after the last call.
 */
public interface HandlerExecutor {

	/**
	 * Executor for gRPC. After {@link #close} it throws
	 * {@link java.util.concurrent.RejectedExecutionException}.
	 */
	Executor executor();

	/**
	 * Lets running handlers finish, interrupts those that do not, and waits for the
	 * threads to end.
	 */
	boolean close(Duration grace);

}
