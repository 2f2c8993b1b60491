package dev.grpctuning.executor;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of one named executor of one generation. They go on when its threads are
 * exchanged for others. Safe for use by several threads.
 */
public final class ExecutorFigures {

	// Adders, because all threads of the server write them and hardly anybody reads them.
	private final LongAdder handedOver = new LongAdder();

	private final LongAdder taken = new LongAdder();

	private final LongAdder started = new LongAdder();

	private final LongAdder completed = new LongAdder();

	private final LongAdder calls = new LongAdder();

	private final LongAdder refused = new LongAdder();

	ExecutorFigures() {
	}

	/**
	 * Number of tasks that wait for a thread.
	 */
	public int queued() {
		return difference(this.handedOver, this.taken);
	}

	/**
	 * Number of tasks that run.
	 */
	public int active() {
		return difference(this.started, this.completed);
	}

	/**
	 * Number of tasks that have ended. A call is one task or a few.
	 */
	public long completed() {
		return this.completed.sum();
	}

	/**
	 * Number of calls that were given to the executor.
	 */
	public long calls() {
		return this.calls.sum();
	}

	/**
	 * Number of calls that were not, because too many tasks waited.
	 */
	public long refused() {
		return this.refused.sum();
	}

	/**
	 * The smaller sum is taken first, so that a task between the two shows as there.
	 */
	private static int difference(LongAdder greater, LongAdder smaller) {
		long subtracted = smaller.sum();
		return (int) Math.max(0, greater.sum() - subtracted);
	}

	void handedOver() {
		this.handedOver.increment();
	}

	void taken() {
		this.taken.increment();
	}

	void started() {
		this.started.increment();
	}

	void ended() {
		this.completed.increment();
	}

	void accepted() {
		this.calls.increment();
	}

	void refuse() {
		this.refused.increment();
	}

}
