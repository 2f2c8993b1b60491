package dev.grpctuning.load.engine.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.observe.PeerText;

/**
 * What a run measured.
 *
 * @param startedNanos {@code startedAt} by {@link System#nanoTime()}
 * @param statuses calls that ended with a status other than OK, by its name, whether or
 * not the plan expects it
 * @param elapsedSeconds time from {@code startedAt} to the end of the last call or of
 * sending, whichever is later; to the end of the run if no call ended
 * @param windowSeconds time over which the rate is taken: from {@code startedAt} until
 * the last call was started. {@code elapsedSeconds} for bursts, and for a number of calls
 * of which half were open then
 * @param throughputPerSecond answers in this time, those to calls of the warm-up
 * included, divided by it
 * @param latencyMicros service times, from sending a call
 * @param responseTimeMicros response times, from when a call was due
 * @param latencies the histograms of both, and the slowest calls on the clock of
 * {@link System#nanoTime()}
 * @param messages the messages of streams, or {@code null} for unary calls
 * @param sending how the calls of an open model were sent, or {@code null}
 * @param warmup the warm-up, or {@code null} if all calls count
 * @param clippedLatencies values outside of the histograms' range, recorded as its
 * nearest bound
 * @param stoppedBy why the run ended before its plan, or {@code null}
 * @param timeline the run in intervals: the last 600 of an endless run, otherwise up to
 * 86,400
 * @param bursts how long the calls of bursts were open, or {@code null} for other models
 * and too many bursts
 * @param protocolErrors errors of HTTP/2, also in the warm-up, or {@code null} if the
 * engine does not count them
 * @param silentSeconds time from the server's last sign of life until the last call was
 * sent, without pauses of the plan. Zero if the sign came last, or the time has too few
 * calls or is shorter than two of the longest answers; {@code null} if no call was lost
 * since: unfinished, {@code UNAVAILABLE}, {@code DEADLINE_EXCEEDED} or reset
 * @param saturation why the load generator was saturated, or {@code null}
 */
public record LoadResult(Instant startedAt, long startedNanos, Counts counts, Map<String, StatusCalls> statuses,
		double elapsedSeconds, double windowSeconds, double throughputPerSecond, LatencySummary latencyMicros,
		LatencySummary responseTimeMicros, LatencyInterval latencies, MessageSizes messageSizes,
		@Nullable Messages messages, @Nullable SendStats sending, @Nullable WarmupResult warmup, long clippedLatencies,
		ClientUse client, @Nullable StopReason stoppedBy, List<TimelinePoint> timeline, @Nullable Bursts bursts,
		@Nullable ProtocolErrors protocolErrors, @Nullable Double silentSeconds, @Nullable Saturation saturation) {

	/** Adds the reason when only later it is known that the plan could not be kept. */
	public LoadResult stoppedBy(StopReason reason) {
		return new LoadResult(this.startedAt, this.startedNanos, this.counts, this.statuses, this.elapsedSeconds,
				this.windowSeconds, this.throughputPerSecond, this.latencyMicros, this.responseTimeMicros,
				this.latencies, this.messageSizes, this.messages, this.sending, this.warmup, this.clippedLatencies,
				this.client, reason, this.timeline, this.bursts, this.protocolErrors, this.silentSeconds,
				this.saturation);
	}

	/** The first message of each status with which calls failed. */
	public Map<String, String> firstFailures() {
		Map<String, String> first = new TreeMap<>();
		this.statuses.forEach((status, calls) -> {
			if (this.counts.failed().containsKey(status) && !calls.messages().isEmpty()) {
				first.put(status, calls.messages().getFirst().message());
			}
		});
		return first;
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

	/** What the run cost the client, and whether the load generator was saturated. */
	public record ClientUse(double cpuSeconds, double cpuMicrosPerCall, long peakHeapBytes, boolean saturated,
			@Nullable String saturatedBy) {
	}

	/**
	 * Mean sizes of messages, also in the warm-up: compressed if they are, and without
	 * gRPC's prefix. Each is {@code null} if there was none.
	 */
	public record MessageSizes(@Nullable Double requestBytes, @Nullable Double responseBytes) {
	}

	/**
	 * The messages of streams.
	 *
	 * @param gapMicros time between two response messages of a call or, if the server
	 * sends only one, between two request messages
	 * @param gapHistogram these gaps in HdrHistogram's encoding, in microseconds
	 */
	public record Messages(long sent, long received, double sentPerSecond, double receivedPerSecond,
			LatencySummary gapMicros, String gapHistogram) {
	}

	/**
	 * How the calls of an open model were sent.
	 *
	 * @param plannedPerSecond calls that were due per second, or {@code null} if the plan
	 * has no rate
	 * @param lateShare share of calls sent later than the plan allows, from 0 to 1
	 * @param lagHistogram all lags in HdrHistogram's encoding, in microseconds
	 */
	public record SendStats(double sentPerSecond, @Nullable Double plannedPerSecond, LatencySummary lagMicros,
			double lateShare, String lagHistogram) {
	}

	/**
	 * The warm-up of a run.
	 *
	 * @param seconds time from the first call to the first one that counts, 0 if none
	 * does
	 * @param steady whether the load was steady then, or {@code null} if the warm-up does
	 * not wait for that
	 */
	public record WarmupResult(double seconds, @Nullable Boolean steady) {
	}

	/**
	 * Errors of HTTP/2 on the connections of a run: what a server must not send, and
	 * connections that it ended with an error.
	 *
	 * @param first the first error and its frame, or {@code null}
	 */
	public record ProtocolErrors(long count, @Nullable String first) {

		public static final ProtocolErrors NONE = new ProtocolErrors(0, null);

		public ProtocolErrors {
			first = (first != null) ? PeerText.clean(first) : null;
		}

		public ProtocolErrors plus(ProtocolErrors others) {
			return new ProtocolErrors(this.count + others.count, (this.first != null) ? this.first : others.first);
		}

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
