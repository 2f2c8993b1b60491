package dev.grpctuning.call.executor;

import java.util.concurrent.Executor;

/** Supplies the application's own executor for its gRPC server. */
@FunctionalInterface
public interface ApplicationExecutor {

	/** Called for each server that is built. The starter never closes the executor. */
	Executor get();

}
