package dev.grpctuning.load.engine.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;

/** The bursts that were sent completely, and how long their calls were open. */
final class BurstSends {

	private final List<Sent> bursts = new ArrayList<>();

	private final int callsPerBurst;

	private final List<BurstEnds> ends;

	BurstSends(int callsPerBurst, List<BurstEnds> ends) {
		this.callsPerBurst = callsPerBurst;
		this.ends = ends;
	}

	void sent(long dueNanos, long lastSendNanos) {
		this.bursts.add(new Sent(dueNanos, lastSendNanos));
	}

	@Nullable Bursts bursts() {
		if (this.bursts.isEmpty()) {
			return null;
		}
		List<Double> millis = new ArrayList<>();
		long lastEnd = this.bursts.getFirst().lastSendNanos();
		for (Sent burst : this.bursts) {
			if (this.ends.stream().mapToLong((thread) -> thread.calls(burst.dueNanos())).sum() < this.callsPerBurst) {
				break;
			}
			for (BurstEnds thread : this.ends) {
				long end = thread.lastNanos(burst.dueNanos(), lastEnd);
				lastEnd = (end - lastEnd > 0) ? end : lastEnd;
			}
			millis.add(Math.max(0, lastEnd - burst.lastSendNanos()) / 1e6);
		}
		double[] all = millis.stream().mapToDouble(Double::doubleValue).toArray();
		return new Bursts(all.length, this.bursts.size() - all.length,
				(all.length != 0) ? Median.withDefaults().evaluate(all) : 0,
				millis.stream().mapToDouble(Double::doubleValue).max().orElse(0));
	}

	private record Sent(long dueNanos, long lastSendNanos) {
	}

	/**
	 * When the last call of each burst ended on one thread. The calls of a burst share
	 * its due time. Written on that thread and read by another.
	 */
	static final class BurstEnds {

		private final Map<Long, End> ends = new HashMap<>();

		private @Nullable End latest;

		synchronized void ended(long dueNanos, long endNanos) {
			End end = this.latest;
			if (end == null || end.dueNanos != dueNanos) {
				end = this.ends.computeIfAbsent(dueNanos, End::new);
				this.latest = end;
			}
			end.calls++;
			end.lastNanos = endNanos;
		}

		synchronized long calls(long dueNanos) {
			End end = this.ends.get(dueNanos);
			return (end != null) ? end.calls : 0;
		}

		/** When the last call of a burst ended here, or another time if none did. */
		synchronized long lastNanos(long dueNanos, long otherwise) {
			End end = this.ends.get(dueNanos);
			return (end != null) ? end.lastNanos : otherwise;
		}

		private static final class End {

			private final long dueNanos;

			private long calls;

			private long lastNanos;

			End(long dueNanos) {
				this.dueNanos = dueNanos;
			}

		}

	}

}
