package dev.grpctuning.load.engine;

import java.util.concurrent.atomic.AtomicInteger;

import dev.grpctuning.load.engine.channel.CallObserver;

/** Counts the calls of a run, those of its warm-up included. */
final class CountedCalls implements CallObserver {

	private final AtomicInteger sent = new AtomicInteger();

	private final AtomicInteger answered = new AtomicInteger();

	@Override
	public void sent(long lagNanos) {
		this.sent.incrementAndGet();
	}

	@Override
	public void answered(long serviceNanos, long responseNanos) {
		this.answered.incrementAndGet();
	}

	int sent() {
		return this.sent.get();
	}

	int answered() {
		return this.answered.get();
	}

}
