package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.ExecutorSettings;

/**
 * Runs handlers on a pool of platform threads.
 */
class PooledHandlerExecutor implements HandlerExecutor {

	private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

	private final ExecutorService pool;

	PooledHandlerExecutor(ExecutorService pool) {
		this.pool = pool;
	}

	static PooledHandlerExecutor forkJoin(ExecutorSettings settings, @Nullable ClassLoader classLoader) {
		HandlerThreadFactory threads = new HandlerThreadFactory(settings.threadNamePrefix(), classLoader);
		return new PooledHandlerExecutor(new ForkJoinPool(settings.threads(), threads, null, true));
	}

	static PooledHandlerExecutor fixed(ExecutorSettings settings, @Nullable ClassLoader classLoader) {
		return new PooledHandlerExecutor(Executors.newFixedThreadPool(settings.threads(),
				new HandlerThreadFactory(settings.threadNamePrefix(), classLoader)));
	}

	static PooledHandlerExecutor cached(ExecutorSettings settings, @Nullable ClassLoader classLoader) {
		return new PooledHandlerExecutor(
				Executors.newCachedThreadPool(new HandlerThreadFactory(settings.threadNamePrefix(), classLoader)));
	}

	@Override
	public Executor executor() {
		return this.pool;
	}

	@Override
	public boolean close(Duration grace) {
		try {
			if (end(grace)) {
				return true;
			}
			this.pool.shutdownNow();
			return this.pool.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			this.pool.shutdownNow();
			Thread.currentThread().interrupt();
			return this.pool.isTerminated();
		}
	}

	/**
	 * A ForkJoinPool looks whether it is idle when it is told to shut down and when its
	 * threads run out of work; told again, it looks again.
	 */
	private boolean end(Duration grace) throws InterruptedException {
		long deadline = System.nanoTime() + grace.toNanos();
		while (true) {
			this.pool.shutdown();
			long left = deadline - System.nanoTime();
			if (this.pool.awaitTermination(Math.min(left, AGAIN_NANOS), TimeUnit.NANOSECONDS)) {
				return true;
			}
			if (left <= AGAIN_NANOS) {
				return false;
			}
		}
	}

}
