package dev.grpctuning.executor;

import java.util.concurrent.Executor;

/**
 * Gives the executor that an application has of its own for its gRPC server.
 */
@FunctionalInterface
public interface ApplicationExecutor {

	/**
	 * The executor. Asked for each server that is built; whoever gives it ends it.
	 */
	Executor get();

}
