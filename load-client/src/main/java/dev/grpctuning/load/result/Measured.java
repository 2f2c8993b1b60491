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
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.latency.LatencySummary;

/** The figures that thresholds can be on; {@code null} is not measured. */
public interface Measured {

	Counts counts();

	/** Message of the first failure of each status. */
	Map<String, String> firstFailures();

	/** Calls that ended with a status other than OK, by status; empty in old results. */
	Map<String, StatusCalls> statuses();

	/** Time from the first due time to the last end. */
	double elapsedSeconds();

	/** Time over which the rate is taken: until the last call was started. */
	double windowSeconds();

	/** Calls answered per second of {@link #windowSeconds()}. */
	double throughputPerSecond();

	/** Service time, from the send. */
	LatencySummary latencyMicros();

	/** Response time, from the due time. */
	LatencySummary responseTimeMicros();

	/** All service times in HdrHistogram's encoding; empty in a summary. */
	String latencyHistogram();

	/** All response times in HdrHistogram's encoding; empty in a summary. */
	String responseTimeHistogram();

	/** Latencies below 1 µs and times above 1 h, which are not recorded exactly. */
	long clippedLatencies();

	default @Nullable MessageSizes messageSizes() {
		return null;
	}

	default @Nullable Messages messages() {
		return null;
	}

	default @Nullable WarmupResult warmup() {
		return null;
	}

	default @Nullable SendStats sending() {
		return null;
	}

	default @Nullable ClientUse client() {
		return null;
	}

	default @Nullable ServerDocument server() {
		return null;
	}

	default @Nullable ProtocolErrors protocolErrors() {
		return null;
	}

	/** {@code null} without an objective. */
	default RunDocument.@Nullable Goodput goodput() {
		return null;
	}

	default @Nullable DiagnosisDocument diagnosis() {
		return null;
	}

	/** Why the plan was not carried out; {@code null} if it was. */
	default @Nullable String failure() {
		return null;
	}

	List<ThresholdDocument> thresholds();

}
