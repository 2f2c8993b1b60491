package dev.grpctuning.call.executor;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.LongSupplier;

/**
 * Queue of a fixed pool with CoDel and adaptive LIFO, as in Ben Maurer's "Fail at Scale"
 * (ACM Queue 13(8), 2015). The queue is overloaded if it has not been empty for an
 * interval N. Tasks may then wait M instead of N, and the newest goes first. M is N / 20,
 * which is Maurer's 5 ms for 100 ms. Tasks that waited longer than M go before the
 * newest: those of new calls are refused, which is quick, and those of open streams do
 * not starve.
 */
final class CodelQueue extends LinkedBlockingDeque<Runnable> {

	private static final int TARGETS_PER_INTERVAL = 20;

	private final Duration interval;

	private final LongSupplier nanoClock;

	private volatile long notEmptySince;

	CodelQueue(Duration interval, LongSupplier nanoClock) {
		this.interval = interval;
		this.nanoClock = nanoClock;
	}

	/** What the pool must be given instead of a task. */
	Runnable arriving(Runnable task) {
		return new Waiting(task, this.nanoClock.getAsLong());
	}

	@Override
	public boolean offer(Runnable arriving) {
		if (isEmpty()) {
			this.notEmptySince = this.nanoClock.getAsLong();
		}
		return super.offer(arriving);
	}

	/** The only method by which the threads of a fixed pool get tasks. */
	@Override
	public Runnable take() throws InterruptedException {
		boolean newestFirst = isOverloaded() && peekFirst() instanceof Waiting oldest
				&& age(oldest.since()) <= target().toNanos();
		return newestFirst ? takeLast() : takeFirst();
	}

	/** Time that tasks may wait now. */
	Duration maxWait() {
		return isOverloaded() ? target() : this.interval;
	}

	private boolean isOverloaded() {
		return age(this.notEmptySince) > this.interval.toNanos() && !isEmpty();
	}

	private Duration target() {
		return this.interval.dividedBy(TARGETS_PER_INTERVAL);
	}

	private long age(long since) {
		return this.nanoClock.getAsLong() - since;
	}

	private record Waiting(Runnable task, long since) implements Runnable {

		@Override
		public void run() {
			this.task.run();
		}

	}

}
