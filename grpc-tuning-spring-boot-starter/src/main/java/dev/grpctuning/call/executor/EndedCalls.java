package dev.grpctuning.call.executor;

import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Collects the last tasks of calls that end while an event loop handles what it has read,
 * so that all of them together wake a thread only once. These tasks notify listeners that
 * a response was sent, so they delay no response.
 */
final class EndedCalls {

	/**
	 * Maximum number of tasks in a batch. A listener that blocks delays the rest of it.
	 */
	private static final int MOST = 32;

	/** One for all executors, because Netty never frees the place of a thread local. */
	private static final FastThreadLocal<Map<EndedCalls, Queue<Runnable>>> ENDED = new FastThreadLocal<>() {

		@Override
		protected Map<EndedCalls, Queue<Runnable>> initialValue() {
			return new IdentityHashMap<>();
		}

	};

	private final Executor executor;

	EndedCalls(Executor executor) {
		this.executor = executor;
	}

	/** Adds a task on its event loop. */
	void add(Runnable task, EventExecutor eventLoop) {
		Queue<Runnable> present = ENDED.get().computeIfAbsent(this, (none) -> new ArrayDeque<>());
		present.add(task);
		if (present.size() > 1) {
			return;
		}
		try {
			eventLoop.execute(() -> flush(present));
		}
		catch (RejectedExecutionException ex) {
			flush(present);
		}
	}

	private void flush(Queue<Runnable> present) {
		ENDED.get().remove(this);
		while (!present.isEmpty()) {
			Runnable[] tasks = new Runnable[Math.min(MOST, present.size())];
			for (int i = 0; i < tasks.length; i++) {
				tasks[i] = present.remove();
			}
			this.executor.execute(() -> runAll(tasks, 0));
		}
	}

	private static void runAll(Runnable[] tasks, int from) {
		int next = from;
		try {
			while (next < tasks.length) {
				tasks[next++].run();
			}
		}
		finally {
			// Here only after a failure, which must not keep the others from running.
			if (next < tasks.length) {
				runAll(tasks, next);
			}
		}
	}

}
