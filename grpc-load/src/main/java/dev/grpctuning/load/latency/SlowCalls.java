package dev.grpctuning.load.latency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The calls of an interval with the longest response times, up to a maximum number.
 * Adding any other call costs one comparison. Does NOT safely support concurrent use.
 */
public final class SlowCalls {

	/** Calls that are kept of each interval. */
	public static final int PER_INTERVAL = 100;

	/** Calls that are kept of a run: some 3 MB. */
	public static final int PER_RUN = 60_000;

	private final int capacity;

	/** The fastest call first. */
	private final Queue<SlowCall> calls = new PriorityQueue<>(Comparator.comparingLong(SlowCall::responseNanos));

	/** Response time of the fastest call, once there is no room left. */
	private long thresholdNanos = Long.MIN_VALUE;

	public SlowCalls(int capacity) {
		this.capacity = capacity;
	}

	/** Adds a call, by three moments of one clock, if it is slow enough. */
	public void add(long dueNanos, long sentNanos, long endNanos) {
		if (endNanos - dueNanos > this.thresholdNanos) {
			keep(new SlowCall(dueNanos, sentNanos, endNanos));
		}
	}

	public void add(SlowCalls others) {
		for (SlowCall call : others.calls) {
			if (call.responseNanos() > this.thresholdNanos) {
				keep(call);
			}
		}
	}

	private void keep(SlowCall call) {
		if (this.calls.size() == this.capacity) {
			this.calls.remove();
		}
		this.calls.add(call);
		if (this.calls.size() == this.capacity) {
			this.thresholdNanos = this.calls.element().responseNanos();
		}
	}

	/** Moves all calls to another clock, which is ahead by so much. */
	public void moveBy(long nanos) {
		List<SlowCall> moved = this.calls.stream().map((call) -> call.movedBy(nanos)).toList();
		this.calls.clear();
		this.calls.addAll(moved);
	}

	/** The calls, in no particular order. */
	public List<SlowCall> calls() {
		return new ArrayList<>(this.calls);
	}

	void reset() {
		this.calls.clear();
		this.thresholdNanos = Long.MIN_VALUE;
	}

	/** When a call was due, was sent and ended, in nanoseconds of one clock. */
	public record SlowCall(long dueNanos, long sentNanos, long endNanos) {

		public long responseNanos() {
			return this.endNanos - this.dueNanos;
		}

		private SlowCall movedBy(long nanos) {
			return new SlowCall(this.dueNanos + nanos, this.sentNanos + nanos, this.endNanos + nanos);
		}

	}

}
