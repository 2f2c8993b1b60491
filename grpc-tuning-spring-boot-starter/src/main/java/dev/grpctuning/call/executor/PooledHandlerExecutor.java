package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

record PooledHandlerExecutor(ExecutorService executor) implements HandlerExecutor {

	private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	@Override
	public boolean close(Duration grace) {
		try {
			if (end(grace)) {
				return true;
			}
			this.executor.shutdownNow();
			return this.executor.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			this.executor.shutdownNow();
			Thread.currentThread().interrupt();
			return this.executor.isTerminated();
		}
	}

	/**
	 * A ForkJoinPool checks whether it is idle only when it is shut down and when its
	 * threads run out of work. Another shutdown makes it check again.
	 */
	private boolean end(Duration grace) throws InterruptedException {
		long deadline = System.nanoTime() + grace.toNanos();
		while (true) {
			this.executor.shutdown();
			long left = deadline - System.nanoTime();
			if (this.executor.awaitTermination(Math.min(left, AGAIN_NANOS), TimeUnit.NANOSECONDS)) {
				return true;
			}
			if (left <= AGAIN_NANOS) {
				return false;
			}
		}
	}

}
