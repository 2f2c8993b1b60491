package dev.grpctuning.load.transport.raw;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Hands calls from the threads that start them to the event loop that sends them, without
 * locks. Whoever finds it empty wakes the event loop, which takes all calls at once.
 */
final class HandOver<T extends Linked<T>> {

	private final AtomicReference<@Nullable T> latest = new AtomicReference<>();

	/** Adds a call, and returns whether the event loop must be woken. */
	boolean put(T call) {
		T before;
		do {
			before = this.latest.get();
			call.next = before;
		}
		while (!this.latest.compareAndSet(before, call));
		return before == null;
	}

	@Nullable T takeAll() {
		T call = this.latest.getAndSet(null);
		T first = null;
		while (call != null) {
			T before = call.next;
			call.next = first;
			first = call;
			call = before;
		}
		return first;
	}

}
