package dev.grpctuning.call.executor;

import java.util.Collection;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of one named executor of one generation, kept when its threads are replaced.
 * Safe for use by several threads.
 */
public final class ExecutorFigures {

	/** Adders, because all threads of the server write them and few read them. */
	final LongAdder started = new LongAdder();

	final LongAdder completed = new LongAdder();

	final LongAdder calls = new LongAdder();

	final LongAdder refused = new LongAdder();

	/** One for each executor that has had the name and is not closed. */
	private final Collection<Queue> queues = new CopyOnWriteArrayList<>();

	ExecutorFigures() {
	}

	Queue addQueue() {
		Queue queue = new Queue();
		this.queues.add(queue);
		return queue;
	}

	void remove(Queue queue) {
		this.queues.remove(queue);
	}

	public int queued() {
		return this.queues.stream().mapToInt(Queue::length).sum();
	}

	public int active() {
		return difference(this.started, this.completed);
	}

	/** Number of ended tasks. A call is one task or a few. */
	public long completed() {
		return this.completed.sum();
	}

	public long calls() {
		return this.calls.sum();
	}

	public long refused() {
		return this.refused.sum();
	}

	/** Reads the smaller sum first, so that a task between the two is counted. */
	private static int difference(LongAdder greater, LongAdder smaller) {
		long subtracted = smaller.sum();
		return (int) Math.max(0, greater.sum() - subtracted);
	}

	/** Tasks that wait for the threads of one executor. */
	static final class Queue {

		final LongAdder handedOver = new LongAdder();

		final LongAdder taken = new LongAdder();

		int length() {
			return difference(this.handedOver, this.taken);
		}

	}

}
