package dev.grpctuning.executor;

import java.time.Duration;
import java.util.concurrent.Executor;

import com.google.common.util.concurrent.MoreExecutors;

/**
 * Runs handlers where their calls were read. gRPC recognises the instance and leaves its
 * queues out when a server has no other executor.
 */
class DirectHandlerExecutor implements HandlerExecutor {

	@Override
	public Executor executor() {
		return MoreExecutors.directExecutor();
	}

	@Override
	public boolean close(Duration grace) {
		return true;
	}

}
