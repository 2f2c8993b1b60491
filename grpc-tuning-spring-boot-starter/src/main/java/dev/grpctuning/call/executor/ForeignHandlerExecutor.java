package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Runs handlers on an executor that is not closed.
 */
record ForeignHandlerExecutor(Executor executor) implements HandlerExecutor {

	@Override
	public boolean close(Duration grace) {
		return true;
	}

}
