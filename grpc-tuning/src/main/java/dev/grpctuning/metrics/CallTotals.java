package dev.grpctuning.metrics;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.guard.Objective;
import dev.grpctuning.observe.DurationCounts;

/**
 * Calls that have ended since the start, for callers that cannot add up the meters of a
 * registry many times per second. Safe for use by several threads.
 */
public final class CallTotals {

	private static final Set<Status.Code> FAILURES = EnumSet.of(Status.Code.UNKNOWN, Status.Code.DEADLINE_EXCEEDED,
			Status.Code.RESOURCE_EXHAUSTED, Status.Code.UNIMPLEMENTED, Status.Code.INTERNAL, Status.Code.UNAVAILABLE,
			Status.Code.DATA_LOSS);

	private final DurationCounts durations = new DurationCounts();

	private final Map<String, OfMethod> methods = new ConcurrentHashMap<>();

	private final Objective objective;

	CallTotals(Objective objective) {
		this.objective = objective;
	}

	/** Calls of one method, which the caller should keep. */
	OfMethod method(String fullMethodName) {
		return this.methods.computeIfAbsent(fullMethodName, (name) -> new OfMethod(this.objective.p99(name)));
	}

	/** Durations of the calls, without those that were refused. */
	public DurationCounts.Snapshot durations() {
		return this.durations.snapshot();
	}

	/** Number of calls that ended with OK. */
	public long answered() {
		return count(Status.Code.OK);
	}

	/**
	 * Number of calls that ended with a status for which the server is to blame, or the
	 * load: those of gRPC's error budget in the alerts.
	 */
	public long failed() {
		return FAILURES.stream().mapToLong(this::count).sum();
	}

	/**
	 * Number of calls that did not fail, but took longer than the objective of their
	 * method.
	 */
	public long late() {
		return sum((method) -> method.late.sum());
	}

	/** Number of calls within the objective. */
	public long good() {
		return all() - failed() - late();
	}

	/** Number of all calls that have ended. */
	public long all() {
		return sum(OfMethod::all);
	}

	/** Number of calls by status, of those that occurred. */
	public Map<String, Long> ended() {
		Map<String, Long> ended = new TreeMap<>();
		for (Status.Code status : Status.Code.values()) {
			long count = count(status);
			if (count > 0) {
				ended.put(status.name(), count);
			}
		}
		return ended;
	}

	/** Number of calls that have ended, by the full name of their method. */
	public Map<String, Long> endedByMethod() {
		Map<String, Long> ended = new TreeMap<>();
		this.methods.forEach((name, method) -> ended.put(name, method.all()));
		return ended;
	}

	/** Sum of the durations by the full name of the method, in nanoseconds. */
	Map<String, Long> nanosByMethod() {
		Map<String, Long> nanos = new TreeMap<>();
		this.methods.forEach((name, method) -> nanos.put(name, method.nanos.sum()));
		return nanos;
	}

	private long count(Status.Code status) {
		return sum((method) -> method.byStatus[status.ordinal()].sum());
	}

	private long sum(ToLongFunction<OfMethod> count) {
		return this.methods.values().stream().mapToLong(count).sum();
	}

	/** Calls of one method. */
	final class OfMethod {

		private final LongAdder[] byStatus = Stream.generate(LongAdder::new)
			.limit(Status.Code.values().length)
			.toArray(LongAdder[]::new);

		private final LongAdder late = new LongAdder();

		private final LongAdder nanos = new LongAdder();

		private final long longestNanos;

		private OfMethod(@Nullable Duration longest) {
			this.longestNanos = (longest != null) ? longest.toNanos() : Long.MAX_VALUE;
		}

		void record(Status.Code status, long nanos) {
			this.byStatus[status.ordinal()].increment();
			// Refusals take no time, and would hide how long the others take.
			if (status != Status.Code.RESOURCE_EXHAUSTED) {
				CallTotals.this.durations.record(nanos);
				this.nanos.add(nanos);
			}
			if (nanos > this.longestNanos && !FAILURES.contains(status)) {
				this.late.increment();
			}
		}

		private long all() {
			return Stream.of(this.byStatus).mapToLong(LongAdder::sum).sum();
		}

	}

}
