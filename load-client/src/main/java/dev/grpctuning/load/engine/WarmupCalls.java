package dev.grpctuning.load.engine;

import java.util.concurrent.atomic.LongAdder;

import io.grpc.Status;

/**
 * What becomes of the calls of a warm-up, which no result has: for those who watch it.
 */
final class WarmupCalls {

	private final LongAdder ok = new LongAdder();

	private final FailureCounts failures = new FailureCounts();

	void answered() {
		this.ok.increment();
	}

	void failed(Status status) {
		this.failures.add(status);
	}

	long ok() {
		return this.ok.sum();
	}

	FailureCounts failures() {
		return this.failures;
	}

}
