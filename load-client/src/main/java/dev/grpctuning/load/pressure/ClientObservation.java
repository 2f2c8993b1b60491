package dev.grpctuning.load.pressure;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** What held up this process and its machine during a run. */
public record ClientObservation(List<Sample> samples, List<Stall> stalls) {

	public static final ClientObservation NONE = new ClientObservation(List.of(), List.of());

	/** Contention between two moments, or {@code null} if it was not seen there. */
	public @Nullable Contention between(long fromNanos, long untilNanos) {
		Sample first = null;
		Sample last = null;
		for (Sample sample : this.samples) {
			if (first == null || sample.atNanos() - fromNanos <= 0) {
				first = sample;
			}
			if (last == null || last.atNanos() - untilNanos < 0) {
				last = sample;
			}
		}
		return (first != null && last != null && last.atNanos() - first.atNanos() > 0)
				? last.counters().since(first.counters(), (last.atNanos() - first.atNanos()) / 1e9) : null;
	}

	/** Counters at a moment of {@link System#nanoTime()}. */
	public record Sample(long atNanos, CpuCounters counters) {
	}

}
