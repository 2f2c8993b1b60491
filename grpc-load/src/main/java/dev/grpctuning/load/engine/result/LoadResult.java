package dev.grpctuning.load.engine.result;

import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.observe.PeerText;

/**
 * Result of a load, as a result file has it.
 *
 * @param statuses calls that ended with a status other than OK, by its name, whether or
 * not the plan expects it
 * @param protocolErrors errors of HTTP/2, also in the warm-up, or {@code null} if the
 * engine does not count them
 * @param clippedLatencies values outside of the histograms' range, recorded as its
 * nearest bound
 * @param sending how the calls of an open model were sent, or {@code null}
 * @param warmup the warm-up, or {@code null} if all calls count
 * @param stoppedBy why the run ended before its plan, or {@code null}
 */
public record LoadResult(Instant startedAt, Rate rate, Counts counts, Map<String, StatusCalls> statuses,
		@Nullable ProtocolErrors protocolErrors, Latencies latencyMicros, long clippedLatencies, Messages messages,
		@Nullable SendStats sending, @Nullable WarmupResult warmup, ClientUse client, @Nullable StopReason stoppedBy) {

	/**
	 * Rate of answers.
	 *
	 * @param elapsedSeconds time from the start to the end of the last call or of
	 * sending, whichever is later; to the end of the run if no call ended
	 * @param windowSeconds time over which the rate is taken: from the start until the
	 * last call was started. {@code elapsedSeconds} for bursts, and for a number of calls
	 * of which half were open then
	 * @param perSecond answers in this time, those to calls of the warm-up included,
	 * divided by it
	 */
	public record Rate(double elapsedSeconds, double windowSeconds, double perSecond) {
	}

	/**
	 * Latencies of calls.
	 *
	 * @param service times from sending a call
	 * @param response times from when a call was due
	 */
	public record Latencies(LatencySummary service, LatencySummary response) {

		public Latencies plus(Latencies others) {
			return new Latencies(this.service.plus(others.service), this.response.plus(others.response));
		}

	}

	/** What the run cost the client, and why it was saturated, or {@code null}. */
	public record ClientUse(double cpuSeconds, double cpuMicrosPerCall, long peakHeapBytes,
			@Nullable String saturatedBy) {

		public boolean saturated() {
			return this.saturatedBy != null;
		}

	}

	/**
	 * Messages of calls, also in the warm-up. The mean sizes are of compressed messages
	 * if they are, without gRPC's prefix, and {@code null} if there was none.
	 *
	 * @param streams the messages of streams, or {@code null} for unary calls
	 */
	public record Messages(@Nullable Double requestBytes, @Nullable Double responseBytes, @Nullable Streams streams) {
	}

	/**
	 * The messages of streams.
	 *
	 * @param gapMicros time between two response messages of a call or, if the server
	 * sends only one, between two request messages
	 */
	public record Streams(long sent, long received, double sentPerSecond, double receivedPerSecond,
			LatencySummary gapMicros) {
	}

	/**
	 * How the calls of an open model were sent.
	 *
	 * @param plannedPerSecond calls that were due per second, or {@code null} if the plan
	 * has no rate
	 * @param lateShare share of calls sent later than the plan allows, from 0 to 1
	 */
	public record SendStats(double sentPerSecond, @Nullable Double plannedPerSecond, LatencySummary lagMicros,
			double lateShare) {
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

}
