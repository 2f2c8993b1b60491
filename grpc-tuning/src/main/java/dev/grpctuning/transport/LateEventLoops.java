package dev.grpctuning.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The latest times in which an event loop was late by at least {@value #LATE_MILLIS} ms.
 * Times of the same loop that touch are one.
 */
final class LateEventLoops {

	static final int LATE_MILLIS = 5;

	static final int MOST = 500;

	private final Deque<EventLoopProbe.LateEventLoop> latest = new ArrayDeque<>();

	synchronized void add(String thread, Duration late, Instant now) {
		if (late.toMillis() < LATE_MILLIS) {
			return;
		}
		Instant from = now.minus(late);
		Instant until = now;
		for (Iterator<EventLoopProbe.LateEventLoop> others = this.latest.iterator(); others.hasNext();) {
			EventLoopProbe.LateEventLoop other = others.next();
			if (other.thread().equals(thread) && !other.until().isBefore(from)) {
				from = other.from().isBefore(from) ? other.from() : from;
				until = other.until().isAfter(until) ? other.until() : until;
				others.remove();
			}
		}
		if (this.latest.size() == MOST) {
			this.latest.removeFirst();
		}
		this.latest.add(new EventLoopProbe.LateEventLoop(thread, from, until));
	}

	synchronized List<EventLoopProbe.LateEventLoop> latest() {
		return List.copyOf(this.latest);
	}

}
