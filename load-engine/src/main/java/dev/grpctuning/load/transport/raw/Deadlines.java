package dev.grpctuning.load.transport.raw;

import org.jspecify.annotations.Nullable;

/**
 * The open calls of a channel in the order of their deadlines, which is that of their
 * starts.
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

	@Nullable RawCall first() {
		return this.first;
	}

}
