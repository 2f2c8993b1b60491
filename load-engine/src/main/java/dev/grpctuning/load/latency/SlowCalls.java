package dev.grpctuning.load.latency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The slowest calls of a time, by their response time: as many as there is room for. A
 * call that is not among them costs one comparison. Does NOT safely support concurrent
 * use.
 */
public final class SlowCalls {

	/** Calls that are kept of each interval. */
	public static final int PER_INTERVAL = 100;

	/** Calls that are kept of a run: some 2 MB. */
	public static final int PER_RUN = 60_000;

	private static final int FIELDS = 3;

	private final int capacity;

	/** A heap by response time, the fastest call first; three numbers each. */
	private long[] heap = new long[0];

	private int size;

	/** Response time of the fastest call, once there is no room left. */
	private long thresholdNanos = Long.MIN_VALUE;

	public SlowCalls(int capacity) {
		this.capacity = capacity;
	}

	/** Adds a call, by three moments of one clock, if it is slow enough. */
	public void add(long dueNanos, long sentNanos, long endNanos) {
		if (endNanos - dueNanos <= this.thresholdNanos) {
			return;
		}
		if (this.size < this.capacity) {
			if (this.heap.length <= this.size * FIELDS) {
				this.heap = Arrays.copyOf(this.heap, FIELDS * Math.min(this.capacity, Math.max(16, 2 * this.size)));
			}
			rise(this.size++, dueNanos, sentNanos, endNanos);
		}
		else {
			sink(dueNanos, sentNanos, endNanos);
		}
		if (this.size == this.capacity) {
			this.thresholdNanos = responseNanos(0);
		}
	}

	private void rise(int from, long dueNanos, long sentNanos, long endNanos) {
		int at = from;
		while (at > 0 && responseNanos((at - 1) / 2) > endNanos - dueNanos) {
			copy((at - 1) / 2, at);
			at = (at - 1) / 2;
		}
		set(at, dueNanos, sentNanos, endNanos);
	}

	private void sink(long dueNanos, long sentNanos, long endNanos) {
		int at = 0;
		while (2 * at + 1 < this.size) {
			int child = 2 * at + 1;
			if (child + 1 < this.size && responseNanos(child + 1) < responseNanos(child)) {
				child++;
			}
			if (responseNanos(child) >= endNanos - dueNanos) {
				break;
			}
			copy(child, at);
			at = child;
		}
		set(at, dueNanos, sentNanos, endNanos);
	}

	private long responseNanos(int call) {
		return this.heap[FIELDS * call + 2] - this.heap[FIELDS * call];
	}

	private void copy(int from, int to) {
		System.arraycopy(this.heap, FIELDS * from, this.heap, FIELDS * to, FIELDS);
	}

	private void set(int call, long dueNanos, long sentNanos, long endNanos) {
		this.heap[FIELDS * call] = dueNanos;
		this.heap[FIELDS * call + 1] = sentNanos;
		this.heap[FIELDS * call + 2] = endNanos;
	}

	public void add(SlowCalls others) {
		for (int call = 0; call < others.size; call++) {
			add(others.heap[FIELDS * call], others.heap[FIELDS * call + 1], others.heap[FIELDS * call + 2]);
		}
	}

	/** Moves all calls to another clock, which is ahead by so much. */
	public void moveBy(long nanos) {
		for (int i = 0; i < FIELDS * this.size; i++) {
			this.heap[i] += nanos;
		}
	}

	/** The calls, in no particular order. */
	public List<SlowCall> calls() {
		List<SlowCall> calls = new ArrayList<>(this.size);
		for (int i = 0; i < FIELDS * this.size; i += FIELDS) {
			calls.add(new SlowCall(this.heap[i], this.heap[i + 1], this.heap[i + 2]));
		}
		return calls;
	}

	void reset() {
		this.size = 0;
		this.thresholdNanos = Long.MIN_VALUE;
	}

	/** When a call was due, was sent and ended, in nanoseconds of one clock. */
	public record SlowCall(long dueNanos, long sentNanos, long endNanos) {

		public long responseNanos() {
			return this.endNanos - this.dueNanos;
		}

	}

}
