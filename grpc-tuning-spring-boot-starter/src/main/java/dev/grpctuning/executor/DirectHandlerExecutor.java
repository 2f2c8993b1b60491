package dev.grpctuning.executor;

import java.time.Duration;

import io.grpc.ServerBuilder;

/**
 * Runs handlers where their calls were read.
 */
class DirectHandlerExecutor implements HandlerExecutor {

	@Override
	public void applyTo(ServerBuilder<?> builder) {
		builder.directExecutor();
	}

	@Override
	public boolean close(Duration grace) {
		return true;
	}

}
