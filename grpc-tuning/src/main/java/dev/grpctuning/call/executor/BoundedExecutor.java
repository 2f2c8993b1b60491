package dev.grpctuning.call.executor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/** Bounds the number of threads of an executor that starts one per task. */
final class BoundedExecutor implements Executor {

	private final ExecutorService threads;

	private final Semaphore free;

	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	BoundedExecutor(ExecutorService threads, int max) {
		this.threads = threads;
		this.free = new Semaphore(max);
	}

	@Override
	public void execute(Runnable task) {
		if (this.threads.isShutdown()) {
			throw new RejectedExecutionException("The executor is closed");
		}
		this.waiting.add(task);
		if (this.free.tryAcquire()) {
			this.threads.execute(this::runWaiting);
		}
	}

	/**
	 * What is added after the queue was found empty is seen by another turn, here or of
	 * the thread that added it.
	 */
	private void runWaiting() {
		do {
			try {
				for (Runnable next = this.waiting.poll(); next != null; next = this.waiting.poll()) {
					run(next);
				}
			}
			finally {
				this.free.release();
			}
		}
		while (!this.waiting.isEmpty() && this.free.tryAcquire());
	}

	private static void run(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException | Error ex) {
			Thread thread = Thread.currentThread();
			thread.getUncaughtExceptionHandler().uncaughtException(thread, ex);
		}
	}

	/** Drops the tasks that wait. */
	void clear() {
		this.waiting.clear();
	}

}
