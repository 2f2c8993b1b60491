package dev.grpctuning.load.engine.channel;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * When the last call of each burst ended on one channel. The calls of a burst share its
 * due time. Written on the channel's thread and read by another.
 */
public final class BurstEnds {

	private final Map<Long, End> ends = new HashMap<>();

	private @Nullable End latest;

	public synchronized void ended(long dueNanos, long endNanos) {
		End end = this.latest;
		if (end == null || end.dueNanos != dueNanos) {
			end = this.ends.computeIfAbsent(dueNanos, End::new);
			this.latest = end;
		}
		end.calls++;
		end.lastNanos = endNanos;
	}

	public synchronized long calls(long dueNanos) {
		End end = this.ends.get(dueNanos);
		return (end != null) ? end.calls : 0;
	}

	/** When the last call of a burst ended here, or another time if none did. */
	public synchronized long lastNanos(long dueNanos, long otherwise) {
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
