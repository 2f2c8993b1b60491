package dev.grpctuning.call;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one event loop with the same maximum age, the oldest first. One timer waits
 * for the oldest call, so that calls need no timers of their own.
 */
final class AgeQueue {

	private final long ageNanos;

	private final EventExecutor eventLoop;

	private @Nullable Entry oldest;

	private @Nullable Entry youngest;

	private boolean timed;

	AgeQueue(Duration age, EventExecutor eventLoop) {
		this.ageNanos = age.toNanos();
		this.eventLoop = eventLoop;
	}

	/** Adds a call that starts now, and the action to run if it gets too old. */
	synchronized Entry add(Runnable onExpiry) {
		Entry added = new Entry(System.nanoTime() + this.ageNanos, onExpiry);
		added.older = this.youngest;
		if (this.youngest != null) {
			this.youngest.younger = added;
		}
		else {
			this.oldest = added;
		}
		this.youngest = added;
		if (!this.timed) {
			this.timed = true;
			this.eventLoop.schedule(this::expire, this.ageNanos, TimeUnit.NANOSECONDS);
		}
		return added;
	}

	/** Removes a call that has ended. */
	synchronized void remove(Entry entry) {
		if (entry.gone) {
			return;
		}
		entry.gone = true;
		if (entry.older != null) {
			entry.older.younger = entry.younger;
		}
		else {
			this.oldest = entry.younger;
		}
		if (entry.younger != null) {
			entry.younger.older = entry.older;
		}
		else {
			this.youngest = entry.older;
		}
	}

	private void expire() {
		expired(System.nanoTime()).forEach((entry) -> entry.onExpiry.run());
	}

	private synchronized List<Entry> expired(long now) {
		List<Entry> expired = new ArrayList<>();
		while (this.oldest != null && this.oldest.deadlineNanos - now <= 0) {
			expired.add(this.oldest);
			remove(this.oldest);
		}
		this.timed = this.oldest != null;
		if (this.oldest != null) {
			this.eventLoop.schedule(this::expire, this.oldest.deadlineNanos - now, TimeUnit.NANOSECONDS);
		}
		return expired;
	}

	/** A call in the queue. */
	static final class Entry {

		private final long deadlineNanos;

		private final Runnable onExpiry;

		private @Nullable Entry older;

		private @Nullable Entry younger;

		private boolean gone;

		private Entry(long deadlineNanos, Runnable onExpiry) {
			this.deadlineNanos = deadlineNanos;
			this.onExpiry = onExpiry;
		}

	}

}
