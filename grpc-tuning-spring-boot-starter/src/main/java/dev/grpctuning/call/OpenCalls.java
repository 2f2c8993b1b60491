package dev.grpctuning.dispatch;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts calls in flight. Written by all event loops and hardly ever read.
 */
final class OpenCalls {

	private final LongAdder opened = new LongAdder();

	private final LongAdder closed = new LongAdder();

	void opened() {
		this.opened.increment();
	}

	void closed() {
		this.closed.increment();
	}

	int count() {
		long ended = this.closed.sum();
		return (int) Math.max(0, this.opened.sum() - ended);
	}

}
