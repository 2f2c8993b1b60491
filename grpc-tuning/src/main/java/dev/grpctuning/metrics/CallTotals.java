package dev.grpctuning.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import io.grpc.Status;

import dev.grpctuning.observe.DurationCounts;

/**
 * Calls of all methods that have ended since the start, for callers that cannot add up
 * the meters of a registry every second. Safe for use by several threads.
 */
public final class CallTotals {

	private final DurationCounts durations = new DurationCounts();

	private final LongAdder[] byStatus = Stream.generate(LongAdder::new)
		.limit(Status.Code.values().length)
		.toArray(LongAdder[]::new);

	CallTotals() {
	}

	void record(Status.Code status, long nanos) {
		this.byStatus[status.ordinal()].increment();
		// Refusals take no time, and would hide how long the others take.
		if (status != Status.Code.RESOURCE_EXHAUSTED) {
			this.durations.record(nanos);
		}
	}

	/** Durations of the calls, without those that were refused. */
	public DurationCounts.Snapshot durations() {
		return this.durations.snapshot();
	}

	/** Number of calls that ended with OK. */
	public long answered() {
		return this.byStatus[Status.Code.OK.ordinal()].sum();
	}

	/** Number of calls by status, of those that occurred. */
	public Map<String, Long> ended() {
		Map<String, Long> ended = new TreeMap<>();
		for (Status.Code status : Status.Code.values()) {
			long count = this.byStatus[status.ordinal()].sum();
			if (count > 0) {
				ended.put(status.name(), count);
			}
		}
		return ended;
	}

}
