package dev.grpctuning.load.engine.channel;

import java.util.concurrent.atomic.LongAdder;

final class CallCounts {

	final LongAdder started = new LongAdder();

	final LongAdder ok = new LongAdder();

	final LongAdder failed = new LongAdder();

	final LongAdder cancelled = new LongAdder();

	final LongAdder messagesSent = new LongAdder();

	final LongAdder messagesReceived = new LongAdder();

	/** Open calls of the warm-up, which do not count. */
	final LongAdder uncountedOpen = new LongAdder();

	long open() {
		return this.started.sum() - this.ok.sum() - this.failed.sum() - this.cancelled.sum() + this.uncountedOpen.sum();
	}

}
