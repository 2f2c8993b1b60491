package dev.grpctuning.load.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ClientUse;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.MessageSizes;
import dev.grpctuning.load.engine.Messages;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.engine.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * The figures that conditions can be on.
 */
public interface Measured {

	/**
	 * What became of the calls.
	 * @return their counts
	 */
	Counts counts();

	/**
	 * What the first failure of each status said.
	 * @return the texts by the name of the status
	 */
	Map<String, String> firstFailures();

	/**
	 * Time from the first due time to the last end.
	 * @return seconds
	 */
	double elapsedSeconds();

	/**
	 * Calls answered for each of those seconds.
	 * @return calls per second
	 */
	double throughputPerSecond();

	/**
	 * Service time, from the real send.
	 * @return microseconds
	 */
	LatencySummary latencyMicros();

	/**
	 * Response time, from the due time.
	 * @return microseconds
	 */
	LatencySummary responseTimeMicros();

	/**
	 * Values that could not be recorded exactly: latencies below 1 µs, and all times
	 * above 1 h.
	 * @return their number
	 */
	long clippedLatencies();

	/**
	 * How long messages were.
	 * @return that, or {@code null} if it is not known
	 */
	default @Nullable MessageSizes messageSizes() {
		return null;
	}

	/**
	 * The messages of streams.
	 * @return that, or {@code null} if calls were unary or it is not known
	 */
	default @Nullable Messages messages() {
		return null;
	}

	/**
	 * How calls were brought to count.
	 * @return that, or {@code null} if all count or it is not known
	 */
	default @Nullable WarmupResult warmup() {
		return null;
	}

	/**
	 * How the calls of an open model were sent.
	 * @return that, or {@code null} if it is not known
	 */
	default @Nullable Sending sending() {
		return null;
	}

	/**
	 * What it cost the client.
	 * @return that, or {@code null} if it is not known
	 */
	default @Nullable ClientUse client() {
		return null;
	}

	/**
	 * The server's side.
	 * @return that, or {@code null} if it was not observed
	 */
	default @Nullable ServerDocument server() {
		return null;
	}

	/**
	 * What went against HTTP/2 on the connections.
	 * @return the errors, or {@code null} if they were not counted
	 */
	default @Nullable ProtocolErrors protocolErrors() {
		return null;
	}

	/**
	 * Why it was as fast as it was.
	 * @return that, or {@code null} if it is not known
	 */
	default @Nullable WhyDocument why() {
		return null;
	}

	/**
	 * Why the plan could not be carried out, so that the figures are not those of the
	 * whole of it.
	 * @return what happened, or {@code null} if it was carried out
	 */
	default @Nullable String failure() {
		return null;
	}

	/**
	 * The conditions that it had to meet.
	 * @return what came of them
	 */
	List<GateDocument> gates();

}
