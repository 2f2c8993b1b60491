package dev.grpctuning.call.executor;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;

import dev.grpctuning.observe.CurrentLoop;

/**
 * Collects tasks of calls while an event loop handles what it has read, so that all of
 * them together wake a thread only once.
 *
 * @param <T> type of the tasks
 */
final class LoopTasks<T> {

	/** One for all executors, because Netty never frees the place of a thread local. */
	private static final FastThreadLocal<Map<LoopTasks<?>, List<?>>> COLLECTED = new FastThreadLocal<>() {

		@Override
		protected Map<LoopTasks<?>, List<?>> initialValue() {
			return new IdentityHashMap<>();
		}

	};

	private final Consumer<List<T>> taker;

	LoopTasks(Consumer<List<T>> taker) {
		this.taker = taker;
	}

	/** Adds a task, which the taker gets at once if no event loop is running. */
	void add(T task) {
		EventExecutor eventLoop = CurrentLoop.get();
		if (eventLoop == null) {
			this.taker.accept(List.of(task));
			return;
		}
		Map<LoopTasks<?>, List<?>> collected = COLLECTED.get();
		@SuppressWarnings("unchecked")
		List<T> present = (List<T>) collected.get(this);
		if (present != null) {
			present.add(task);
			return;
		}
		List<T> tasks = new ArrayList<>();
		tasks.add(task);
		collected.put(this, tasks);
		try {
			eventLoop.execute(() -> flush(tasks));
		}
		catch (RejectedExecutionException ex) {
			flush(tasks);
		}
	}

	private void flush(List<T> tasks) {
		COLLECTED.get().remove(this);
		this.taker.accept(tasks);
	}

}
