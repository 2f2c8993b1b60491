package dev.grpctuning.executor;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of one named executor of one generation. They go on when its threads are
 * exchanged for others.
 */
final class ExecutorFigures {

	final AtomicInteger queued = new AtomicInteger();

	final AtomicInteger active = new AtomicInteger();

	final LongAdder completed = new LongAdder();

	final LongAdder refused = new LongAdder();

	final LongAdder calls = new LongAdder();

	final TaskTimings timings;

	ExecutorFigures(TaskTimings timings) {
		this.timings = timings;
	}

}
