package dev.grpctuning.load.engine;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * When the last call of each turn ended on one channel. All calls of a turn are due at
 * the same time, by which the turn is known. Calls end on the channel's thread; another
 * one reads.
 */
final class TurnEnds {

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

	/**
	 * How many calls of a turn have ended.
	 */
	synchronized long calls(long dueNanos) {
		End end = this.ends.get(dueNanos);
		return (end != null) ? end.calls : 0;
	}

	/**
	 * When the last of them ended.
	 * @param otherwise what is returned if none has
	 */
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
