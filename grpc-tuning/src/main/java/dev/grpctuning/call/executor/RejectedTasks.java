package dev.grpctuning.call.executor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.netty.util.concurrent.GlobalEventExecutor;

/**
 * Tasks that an executor has rejected, in the order in which it gets them again. Only an
 * application's own executor rejects tasks. It does not notify anybody when it has room.
 */
final class RejectedTasks {

	private static final long AGAIN_MILLIS = 1;

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final Consumer<Runnable> executor;

	/**
	 * Creates an empty queue.
	 * @param executor gets the tasks again, and may reject them once more
	 */
	RejectedTasks(Consumer<Runnable> executor) {
		this.executor = executor;
	}

	void add(Runnable task) {
		this.tasks.add(task);
		schedule();
	}

	boolean isEmpty() {
		return this.tasks.isEmpty();
	}

	private void schedule() {
		if (this.scheduled.compareAndSet(false, true)) {
			GlobalEventExecutor.INSTANCE.schedule(this::tryAgain, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	private void tryAgain() {
		this.scheduled.set(false);
		try {
			for (Runnable task = this.tasks.peek(); task != null; task = this.tasks.peek()) {
				this.executor.accept(task);
				this.tasks.remove();
			}
		}
		catch (RejectedExecutionException ex) {
			schedule();
		}
	}

}
