package dev.grpctuning.call.trace;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.grpc.Context;
import io.netty.util.concurrent.EventExecutor;

/**
 * Calls of one event loop with the same maximum age, the oldest first. One timer waits
 * for the oldest call, so that calls need no timers of their own.
 */
final class AgeQueue {

	private final Duration age;

	private final long ageNanos;

	private final EventExecutor eventLoop;

	private final Supplier<Throwable> expiry;

	private final Set<Entry> entries = new LinkedHashSet<>();

	private boolean timed;

	/**
	 * Creates a queue.
	 * @param expiry called for each call that gets too old; returns why it is cancelled
	 */
	AgeQueue(Duration age, EventExecutor eventLoop, Supplier<Throwable> expiry) {
		this.age = age;
		this.ageNanos = age.toNanos();
		this.eventLoop = eventLoop;
		this.expiry = expiry;
	}

	Duration age() {
		return this.age;
	}

	/** Adds a call that has arrived by now, after those that arrived before. */
	synchronized Entry add(long arrivedNanos, Context.CancellableContext context) {
		Entry added = new Entry(arrivedNanos + this.ageNanos, context);
		this.entries.add(added);
		if (!this.timed) {
			this.timed = true;
			this.eventLoop.schedule(this::expire, this.ageNanos, TimeUnit.NANOSECONDS);
		}
		return added;
	}

	private void expire() {
		expired(System.nanoTime()).forEach((entry) -> entry.context.cancel(this.expiry.get()));
	}

	private synchronized List<Entry> expired(long now) {
		List<Entry> expired = this.entries.stream().takeWhile((each) -> each.deadlineNanos - now <= 0).toList();
		expired.forEach(this.entries::remove);
		Iterator<Entry> left = this.entries.iterator();
		this.timed = left.hasNext();
		if (this.timed) {
			this.eventLoop.schedule(this::expire, left.next().deadlineNanos - now, TimeUnit.NANOSECONDS);
		}
		return expired;
	}

	/** A call in the queue. */
	final class Entry {

		private final long deadlineNanos;

		private final Context.CancellableContext context;

		private Entry(long deadlineNanos, Context.CancellableContext context) {
			this.deadlineNanos = deadlineNanos;
			this.context = context;
		}

		/** Context of the call, which is cancelled when the call is too old. */
		Context context() {
			return this.context;
		}

		/** Removes a call that has ended. */
		void remove() {
			synchronized (AgeQueue.this) {
				AgeQueue.this.entries.remove(this);
			}
		}

	}

}
