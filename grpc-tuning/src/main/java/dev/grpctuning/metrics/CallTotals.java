package dev.grpctuning.metrics;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
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

	private static final Set<Status.Code> FAILURES = EnumSet.of(Status.Code.UNKNOWN, Status.Code.DEADLINE_EXCEEDED,
			Status.Code.RESOURCE_EXHAUSTED, Status.Code.UNIMPLEMENTED, Status.Code.INTERNAL, Status.Code.UNAVAILABLE,
			Status.Code.DATA_LOSS);

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

	/**
	 * Number of calls that ended with a status for which the server is to blame, or the
	 * load: those of gRPC's error budget in the alerts.
	 */
	public long failed() {
		return FAILURES.stream().mapToLong((status) -> this.byStatus[status.ordinal()].sum()).sum();
	}

	/** Number of all calls that have ended. */
	public long all() {
		return Arrays.stream(this.byStatus).mapToLong(LongAdder::sum).sum();
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
