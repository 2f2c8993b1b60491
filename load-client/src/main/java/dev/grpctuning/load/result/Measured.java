package dev.grpctuning.load.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * The figures that conditions can be on.
 */
public interface Measured {

	/**
	 * What became of the calls.
	 */
	Counts counts();

	/**
	 * What the first failure of each status said.
	 */
	Map<String, String> firstFailures();

	/**
	 * Time from the first due time to the last end.
	 */
	double elapsedSeconds();

	/**
	 * Calls answered for each of those seconds.
	 */
	double throughputPerSecond();

	/**
	 * Service time, from the real send.
	 */
	LatencySummary latencyMicros();

	/**
	 * Response time, from the due time.
	 */
	LatencySummary responseTimeMicros();

	/**
	 * Values that could not be recorded exactly: latencies below 1 µs, and all times
	 * above 1 h.
	 */
	long clippedLatencies();

	/**
	 * How long messages were.
	 */
	default @Nullable MessageSizes messageSizes() {
		return null;
	}

	/**
	 * The messages of streams.
	 */
	default @Nullable Messages messages() {
		return null;
	}

	/**
	 * How calls were brought to count.
	 */
	default @Nullable WarmupResult warmup() {
		return null;
	}

	/**
	 * How the calls of an open model were sent.
	 */
	default @Nullable SendStats sending() {
		return null;
	}

	/**
	 * What it cost the client.
	 */
	default @Nullable ClientUse client() {
		return null;
	}

	/**
	 * The server's side.
	 */
	default @Nullable ServerDocument server() {
		return null;
	}

	/**
	 * What went against HTTP/2 on the connections.
	 */
	default @Nullable ProtocolErrors protocolErrors() {
		return null;
	}

	/**
	 * Why it was as fast as it was.
	 */
	default @Nullable DiagnosisDocument diagnosis() {
		return null;
	}

	/**
	 * Why the plan could not be carried out, so that the figures are not those of the
	 * whole of it.
	 */
	default @Nullable String failure() {
		return null;
	}

	/**
	 * The conditions that it had to meet.
	 */
	List<ThresholdDocument> thresholds();

}
