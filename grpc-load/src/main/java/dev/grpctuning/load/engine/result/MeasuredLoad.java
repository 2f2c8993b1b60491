package dev.grpctuning.load.engine.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * A load that was driven: its result, and what explains it.
 *
 * @param startedNanos {@code startedAt} by {@link System#nanoTime()}
 * @param latencies all latencies, and the slowest calls on the clock of
 * {@link System#nanoTime()}
 * @param timeline the run in intervals: the last 600 of an endless run, otherwise up to
 * 86,400
 * @param bursts how long the calls of bursts were open, or {@code null} for other models
 * and too many bursts
 * @param silentSeconds time from the server's last sign of life until the last call was
 * sent, without pauses of the plan. Zero if the sign came last, or the time has too few
 * calls or is shorter than two of the longest answers; {@code null} if no call was lost
 * since: unfinished, {@code UNAVAILABLE}, {@code DEADLINE_EXCEEDED} or reset
 * @param saturation why the load generator was saturated, or {@code null}
 */
public record MeasuredLoad(LoadResult result, long startedNanos, LatencyInterval latencies,
		List<TimelinePoint> timeline, @Nullable Bursts bursts, @Nullable Double silentSeconds,
		@Nullable Saturation saturation) {

	/** Adds the reason when only later it is known that the plan could not be kept. */
	public MeasuredLoad stoppedBy(StopReason reason) {
		LoadResult load = this.result;
		LoadResult stopped = new LoadResult(load.startedAt(), load.rate(), load.counts(), load.statuses(),
				load.protocolErrors(), load.latencyMicros(), load.clippedLatencies(), load.messages(), load.sending(),
				load.warmup(), load.client(), reason);
		return new MeasuredLoad(stopped, this.startedNanos, this.latencies, this.timeline, this.bursts,
				this.silentSeconds, this.saturation);
	}

	/**
	 * How long the calls of bursts were open: from the last send of a burst until all
	 * calls sent before had ended, by the client's clock.
	 *
	 * @param unfinished bursts of which, or before which, a call had not ended when the
	 * run did
	 * @param medianMillis median over the finished bursts, 0 without any
	 * @param maxMillis maximum over the finished bursts, 0 without any
	 */
	public record Bursts(int bursts, int unfinished, double medianMillis, double maxMillis) {
	}

	/** Why the load generator was saturated, in a sentence that names the property. */
	public record Saturation(Cause cause, String reason) {

		/** The limit that was reached. */
		public enum Cause {

			/** As many calls were open as the plan allows: answers were missing. */
			OPEN_CALLS,

			/** The client sent too many calls too late. */
			LATE_CALLS,

			/** The client had no CPU left to start calls sooner. */
			CPU

		}

	}

}
