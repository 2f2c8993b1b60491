package dev.grpctuning.call.executor;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Runs the last tasks of calls, those that end together one after the other. These tasks
 * notify listeners that a response was sent, so they delay no response.
 */
final class EndedCalls {

	/**
	 * Maximum number of tasks in a batch. A listener that blocks delays the rest of it.
	 */
	private static final int MOST = 32;

	private final LoopTasks<Runnable> tasks = new LoopTasks<>(this::handOver);

	private final Executor executor;

	EndedCalls(Executor executor) {
		this.executor = executor;
	}

	void add(Runnable task) {
		this.tasks.add(task);
	}

	private void handOver(List<Runnable> ended) {
		for (int from = 0; from < ended.size(); from += MOST) {
			List<Runnable> batch = ended.subList(from, Math.min(ended.size(), from + MOST));
			this.executor.execute(() -> runAll(batch.iterator()));
		}
	}

	private static void runAll(Iterator<Runnable> tasks) {
		try {
			while (tasks.hasNext()) {
				tasks.next().run();
			}
		}
		finally {
			// Here only after a failure, which must not keep the others from running.
			if (tasks.hasNext()) {
				runAll(tasks);
			}
		}
	}

}
