package dev.grpctuning.load.engine.raw;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Hands calls over from the threads that start them to the event loop that sends them,
 * without locks. Whoever finds it empty must wake the event loop, which then takes all at
 * once: one wake-up and one write for many calls.
 *
 * @param <T> type of the calls
 */
final class HandOver<T extends Linked<T>> {

	private final AtomicReference<@Nullable T> latest = new AtomicReference<>();

	/**
	 * Puts a call in.
	 * @return whether there was none before
	 */
	boolean put(T call) {
		T before;
		do {
			before = this.latest.get();
			call.next = before;
		}
		while (!this.latest.compareAndSet(before, call));
		return before == null;
	}

	/**
	 * Takes all calls out.
	 * @return the first that was put in, linked to those after it, or {@code null} if
	 * there is none
	 */
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
