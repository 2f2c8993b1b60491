package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

record PooledHandlerExecutor(ExecutorService executor) implements HandlerExecutor {

	private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	/** A pool whose queue is ordered by CoDel. */
	static HandlerExecutor codel(int threads, ThreadFactory factory, Duration interval) {
		CodelQueue queue = new CodelQueue(interval, System::nanoTime);
		return new PooledHandlerExecutor(new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue, factory) {

			@Override
			public void execute(Runnable task) {
				super.execute(queue.arriving(task));
			}

		});
	}

	@Override
	public Duration maxWait(Duration usual) {
		return (this.executor instanceof ThreadPoolExecutor pool && pool.getQueue() instanceof CodelQueue codel)
				? codel.maxWait() : usual;
	}

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
		boolean ended;
		do {
			this.executor.shutdown();
			ended = this.executor.awaitTermination(Math.min(deadline - System.nanoTime(), AGAIN_NANOS),
					TimeUnit.NANOSECONDS);
		}
		while (!ended && System.nanoTime() - deadline < 0);
		return ended;
	}

}
