package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Threads that handlers run on. Their creator closes them after the last call.
 *
 * @param executor executor for gRPC, which rejects tasks after {@link #close}
 * @param threads threads that end with it, {@code null} for none
 */
public record HandlerExecutor(Executor executor, @Nullable ExecutorService threads) {

	private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	HandlerExecutor(ExecutorService threads) {
		this(threads, threads);
	}

	/** Time that a task may wait for a thread now. */
	Duration maxWait(Duration usual) {
		return (this.executor instanceof ThreadPoolExecutor pool && pool.getQueue() instanceof CodelQueue codel)
				? codel.maxWait() : usual;
	}

	/** Lets handlers finish, interrupts the others, and waits for the threads to end. */
	public boolean close(Duration grace) {
		if (this.threads == null) {
			return true;
		}
		try {
			if (end(this.threads, grace)) {
				return true;
			}
			interrupt(this.threads);
			return this.threads.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			interrupt(this.threads);
			Thread.currentThread().interrupt();
			return this.threads.isTerminated();
		}
	}

	private void interrupt(ExecutorService threads) {
		if (this.executor instanceof BoundedExecutor bounded) {
			bounded.clear();
		}
		threads.shutdownNow();
	}

	/**
	 * A ForkJoinPool checks whether it is idle only when it is shut down and when its
	 * threads run out of work. Another shutdown makes it check again.
	 */
	private static boolean end(ExecutorService threads, Duration grace) throws InterruptedException {
		long deadline = System.nanoTime() + grace.toNanos();
		boolean ended;
		do {
			threads.shutdown();
			ended = threads.awaitTermination(Math.min(deadline - System.nanoTime(), AGAIN_NANOS), TimeUnit.NANOSECONDS);
		}
		while (!ended && System.nanoTime() - deadline < 0);
		return ended;
	}

}
