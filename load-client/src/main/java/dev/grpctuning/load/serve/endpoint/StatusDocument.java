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
 * Status of the client: the run that goes on, and the last one that has ended.
 */
public record StatusDocument(State state, @Nullable Run run, @Nullable Last last) {

	/** Phase of the client. */
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
	 * @param exitCode as that of {@code lab run}
	 */
	public record Last(int number, int exitCode, @Nullable String error, @Nullable String output,
			@Nullable Summary result) {
	}

	/** The figures of a result that are asked for first. */
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
