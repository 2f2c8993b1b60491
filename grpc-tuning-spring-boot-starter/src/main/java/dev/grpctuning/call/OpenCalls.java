package dev.grpctuning.call;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts open calls. Written by all event loops and rarely read.
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
