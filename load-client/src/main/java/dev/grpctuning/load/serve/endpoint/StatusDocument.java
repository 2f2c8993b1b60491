package dev.grpctuning.load.serve.endpoint;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.ThresholdDocument;
import dev.grpctuning.load.result.plan.PlanDocument;

/**
 * Status of the client and its last run.
 *
 * @param run the run that goes on, or {@code null} if there is none
 * @param last the last one that has ended, or {@code null} if none has
 */
public record StatusDocument(State state, @Nullable Run run, @Nullable Last last) {

	/**
	 * Phase of the client.
	 */
	public enum State {

		WAITING, CONNECTING, SCHEDULED, WARMING_UP, DRIVING, DRAINING

	}

	/**
	 * The run that goes on.
	 *
	 * @param progress {@code null} in its first second
	 */
	public record Run(int number, String target, PlanDocument plan, @Nullable ProgressDocument progress) {
	}

	/**
	 * A run that has ended.
	 *
	 * @param number its number, from 1
	 * @param exitCode 0 if all went well, 1 if the server does not have the method, 2 if
	 * a threshold does not hold, 3 if the run itself failed
	 * @param error what went wrong with the run as a whole, or {@code null}
	 * @param output file of its result, {@code null} if none was written
	 * @param result what came of it, {@code null} if nothing did
	 */
	public record Last(int number, int exitCode, @Nullable String error, @Nullable String output,
			@Nullable Summary result) {
	}

	/**
	 * The figures of a result that are asked for first.
	 *
	 * @param stoppedBy why the run ended before its plan, or {@code null}
	 * @param throughputPerSecond calls answered for each of those seconds
	 * @param saturatedBy why the load generator was saturated, or {@code null}
	 */
	public record Summary(@Nullable String target, Instant startedAt, @Nullable StopReason stoppedBy, Counts counts,
			double elapsedSeconds, double throughputPerSecond, LatencySummary latencyMicros,
			LatencySummary responseTimeMicros, @Nullable String saturatedBy, List<ThresholdDocument> thresholds) {

		public static Summary of(RunDocument run) {
			return new Summary(run.target(), run.startedAt(), run.stoppedBy(), run.counts(), run.elapsedSeconds(),
					run.throughputPerSecond(), run.latencyMicros(), run.responseTimeMicros(),
					run.client().saturatedBy(), run.thresholds());
		}

	}

}
