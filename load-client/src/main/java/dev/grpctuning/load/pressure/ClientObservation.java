package dev.grpctuning.load.pressure;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Pauses of this process, and contention for the processors of its machine, during a run.
 *
 * @param samples counters by moments of {@link System#nanoTime()}
 */
public record ClientObservation(NavigableMap<Long, CpuCounters> samples, List<Stall> stalls) {

	public static final ClientObservation NONE = new ClientObservation(Collections.emptyNavigableMap(), List.of());

	/** Contention between two moments, or {@code null} if it was not seen there. */
	public @Nullable Contention between(long fromNanos, long untilNanos) {
		if (this.samples.isEmpty()) {
			return null;
		}
		Map.Entry<Long, CpuCounters> first = lastUntil(fromNanos);
		Map.Entry<Long, CpuCounters> last = lastUntil(untilNanos);
		double seconds = (last.getKey() - first.getKey()) / 1e9;
		return (seconds > 0) ? last.getValue().since(first.getValue(), seconds) : null;
	}

	/** The last sample until a moment, or the first one if all are later. */
	private Map.Entry<Long, CpuCounters> lastUntil(long nanos) {
		return Objects.requireNonNullElse(this.samples.floorEntry(nanos), this.samples.firstEntry());
	}

}
