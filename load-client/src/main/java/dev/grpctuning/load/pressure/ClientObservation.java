package dev.grpctuning.load.pressure;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Pauses of this process, and contention for the processors of its machine, during a run.
 */
public record ClientObservation(List<Sample> samples, List<Stall> stalls) {

	public static final ClientObservation NONE = new ClientObservation(List.of(), List.of());

	/** Contention between two moments, or {@code null} if it was not seen there. */
	public @Nullable Contention between(long fromNanos, long untilNanos) {
		if (this.samples.isEmpty()) {
			return null;
		}
		Sample first = lastUntil(fromNanos);
		Sample last = lastUntil(untilNanos);
		return (last.atNanos() - first.atNanos() > 0)
				? last.counters().since(first.counters(), (last.atNanos() - first.atNanos()) / 1e9) : null;
	}

	/** The last sample until a moment, or the first one if all are later. */
	private Sample lastUntil(long nanos) {
		int low = 0;
		int high = this.samples.size() - 1;
		while (low < high) {
			int middle = (low + high + 1) >>> 1;
			if (this.samples.get(middle).atNanos() - nanos <= 0) {
				low = middle;
			}
			else {
				high = middle - 1;
			}
		}
		return this.samples.get(low);
	}

	/** Counters at a moment of {@link System#nanoTime()}. */
	public record Sample(long atNanos, CpuCounters counters) {
	}

}
