package dev.grpctuning.load.engine.raw;

import org.jspecify.annotations.Nullable;

/**
 * The open calls of a channel in the order in which they were started, which is that of
 * their deadlines, because all calls of a plan may take equally long.
 */
final class Deadlines {

	private @Nullable RawCall first;

	private @Nullable RawCall last;

	void add(RawCall call) {
		RawCall before = this.last;
		call.previous = before;
		call.next = null;
		if (before != null) {
			before.next = call;
		}
		else {
			this.first = call;
		}
		this.last = call;
	}

	/**
	 * Takes out a call, if it is in.
	 */
	void remove(RawCall call) {
		RawCall before = call.previous;
		if (before == null && call != this.first) {
			return;
		}
		RawCall after = call.next;
		if (before != null) {
			before.next = after;
		}
		else {
			this.first = after;
		}
		if (after != null) {
			after.previous = before;
		}
		else {
			this.last = before;
		}
		call.previous = null;
		call.next = null;
	}

	/**
	 * The call whose deadline comes first.
	 */
	@Nullable RawCall first() {
		return this.first;
	}

}
