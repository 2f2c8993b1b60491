package dev.grpctuning.load.transport.raw;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Hands calls from the threads that start them to the event loop that sends them, without
 * locks. Whoever finds it empty wakes the event loop, which takes all calls at once.
 */
final class HandOver {

	private final AtomicReference<@Nullable RawCall> latest = new AtomicReference<>();

	/** Adds a call, and returns whether the event loop must be woken. */
	boolean put(RawCall call) {
		RawCall before;
		do {
			before = this.latest.get();
			call.next = before;
		}
		while (!this.latest.compareAndSet(before, call));
		return before == null;
	}

	@Nullable RawCall takeAll() {
		RawCall call = this.latest.getAndSet(null);
		RawCall first = null;
		while (call != null) {
			RawCall before = call.next;
			call.next = first;
			first = call;
			call = before;
		}
		return first;
	}

}
