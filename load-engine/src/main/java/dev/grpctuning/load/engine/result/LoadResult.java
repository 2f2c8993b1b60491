package dev.grpctuning.load.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * What came of driving a plan.
 *
 * @param startedAt when the first call that counts was due
 * @param startedNanos the same on the clock of {@link System#nanoTime()}
 * @param counts what became of the calls
 * @param firstFailures what the first failure of each status said
 * @param elapsedSeconds time from {@code startedAt} to the end of the last call or, if
 * that is later, of sending; to the end of the run if calls are unfinished or there were
 * none
 * @param throughputPerSecond calls answered for each of those seconds
 * @param latencyMicros service time of the answered calls, from their real send
 * @param responseTimeMicros response time of the answered calls, from when they were due
 * @param latencies all of both
 * @param messageSizes how long messages were
 * @param messages the messages of streams, or {@code null} if calls are unary
 * @param sending how the calls of an open model were sent, or {@code null}
 * @param warmup how calls were brought to count, or {@code null} if all count
 * @param clippedLatencies latencies outside 1 µs to 1 h, and lags and times between
 * messages outside 0 to 1 h, recorded as the nearest of these
 * @param client what it cost the client
 * @param stoppedBy why the run was ended before its plan, or {@code null}
 * @param timeline the run moment by moment; of an endless run the last 600, of others the
 * last 86,400
 * @param bursts how long the calls of bursts were there, or {@code null} if the model has
 * none or they are too many to be told apart
 * @param protocolErrors what went against HTTP/2, that of the warm-up with it, or
 * {@code null} if that was not counted
 * @param silentSeconds time from the server's last sign of life, an answer of whatever
 * status or a message of a stream, until it was last asked for one; pauses of the plan
 * before and after that are left out. Zero if the sign came last, or the time has too few
 * calls or is shorter than two of the server's longest answers; {@code null} if the
 * server has lost no call since that sign: none is unfinished, {@code UNAVAILABLE},
 * {@code DEADLINE_EXCEEDED} or reset
 */
public record LoadResult(Instant startedAt, long startedNanos, Counts counts, Map<String, String> firstFailures,
		double elapsedSeconds, double throughputPerSecond, LatencySummary latencyMicros,
		LatencySummary responseTimeMicros, LatencyInterval latencies, MessageSizes messageSizes,
		@Nullable Messages messages, @Nullable Sending sending, @Nullable WarmupResult warmup, long clippedLatencies,
		ClientUse client, @Nullable StopReason stoppedBy, List<TimelinePoint> timeline, @Nullable Bursts bursts,
		@Nullable ProtocolErrors protocolErrors, @Nullable Double silentSeconds) {

	/**
	 * The same, of which only after the run is known that its plan could not be kept.
	 * @param reason why
	 * @return what came of it
	 */
	public LoadResult stoppedBy(StopReason reason) {
		return new LoadResult(this.startedAt, this.startedNanos, this.counts, this.firstFailures, this.elapsedSeconds,
				this.throughputPerSecond, this.latencyMicros, this.responseTimeMicros, this.latencies,
				this.messageSizes, this.messages, this.sending, this.warmup, this.clippedLatencies, this.client, reason,
				this.timeline, this.bursts, this.protocolErrors, this.silentSeconds);
	}

	/**
	 * What came of driving a plan without bursts, at a server that answered to the end,
	 * of which protocol errors were not counted.
	 * @param startedAt when the first call that counts was due
	 * @param startedNanos the same on the clock of {@link System#nanoTime()}
	 * @param counts what became of the calls
	 * @param firstFailures what the first failure of each status said
	 * @param elapsedSeconds time from the first due time to the last end
	 * @param throughputPerSecond calls answered for each of those seconds
	 * @param latencyMicros service time of the answered calls
	 * @param responseTimeMicros response time of the answered calls
	 * @param latencies all of both
	 * @param messageSizes how long messages were
	 * @param messages the messages of streams, or {@code null}
	 * @param sending how the calls of an open model were sent, or {@code null}
	 * @param warmup how calls were brought to count, or {@code null}
	 * @param clippedLatencies latencies, lags and times between messages that could not
	 * be recorded exactly
	 * @param client what it cost the client
	 * @param stoppedBy why the run was ended before its plan, or {@code null}
	 * @param timeline the run moment by moment
	 */
	public LoadResult(Instant startedAt, long startedNanos, Counts counts, Map<String, String> firstFailures,
			double elapsedSeconds, double throughputPerSecond, LatencySummary latencyMicros,
			LatencySummary responseTimeMicros, LatencyInterval latencies, MessageSizes messageSizes,
			@Nullable Messages messages, @Nullable Sending sending, @Nullable WarmupResult warmup,
			long clippedLatencies, ClientUse client, @Nullable StopReason stoppedBy, List<TimelinePoint> timeline) {
		this(startedAt, startedNanos, counts, firstFailures, elapsedSeconds, throughputPerSecond, latencyMicros,
				responseTimeMicros, latencies, messageSizes, messages, sending, warmup, clippedLatencies, client,
				stoppedBy, timeline, null, null, null);
	}

}
