package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.Executor;

/** Threads that handlers run on. Their creator closes them after the last call. */
public interface HandlerExecutor {

	/** Executor for gRPC, which rejects tasks after {@link #close}. */
	Executor executor();

	/** Time that a task may wait for a thread now. */
	default Duration maxWait(Duration usual) {
		return usual;
	}

	/** Lets handlers finish, interrupts the others, and waits for the threads to end. */
	boolean close(Duration grace);

}
