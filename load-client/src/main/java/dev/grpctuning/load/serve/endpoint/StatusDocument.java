package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StopReason;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * What a client is doing and what its last run was, for machines.
 *
 * @param state what it does
 * @param run the run that goes on, or {@code null} if there is none
 * @param last the last one that has ended, or {@code null} if none has
 */
public record StatusDocument(State state, @Nullable Run run, @Nullable Last last) {

	/**
	 * What a client does.
	 */
	public enum State {

		/** It waits for a plan. */
		WAITING,

		/** It connects to the target. */
		CONNECTING,

		/** It is connected and waits for the time at which the run begins. */
		SCHEDULED,

		/** It drives calls that do not count. */
		WARMING_UP,

		/** It drives calls that count. */
		DRIVING,

		/** It starts no more calls, and waits for those that are open. */
		DRAINING

	}

	/**
	 * A run that goes on.
	 *
	 * @param number its number, from 1
	 * @param target what is called, as host:port
	 * @param plan what is driven
	 * @param progress how far it has got, {@code null} in its first second
	 */
	public record Run(int number, String target, PlanDocument plan, @Nullable ProgressDocument progress) {

		/**
		 * Tells of a run.
		 * @param number its number
		 * @param target what is called
		 * @param plan what is driven
		 * @param progress how far it has got
		 * @return the run
		 */
		public static Run of(int number, String target, LoadPlan plan, @Nullable ProgressDocument progress) {
			return new Run(number, target, PlanDocument.of(plan), progress);
		}

	}

	/**
	 * A run that has ended.
	 *
	 * @param number its number, from 1
	 * @param exitCode 0 if all went well, 1 if the server does not have the method, 2 if
	 * a gate does not hold, 3 if the run itself failed
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
	 * @param target what was called
	 * @param startedAt when the first call that counts was due
	 * @param stoppedBy why the run ended before its plan, or {@code null}
	 * @param counts what became of the calls
	 * @param elapsedSeconds time from the first due time to the last end
	 * @param throughputPerSecond calls answered for each of those seconds
	 * @param latencyMicros service time, from the real send
	 * @param responseTimeMicros response time, from the due time
	 * @param clientLimitedBy why the figures are the client's, or {@code null}
	 * @param gates the conditions that it had to meet
	 */
	public record Summary(@Nullable String target, Instant startedAt, @Nullable StopReason stoppedBy, Counts counts,
			double elapsedSeconds, double throughputPerSecond, LatencySummary latencyMicros,
			LatencySummary responseTimeMicros, @Nullable String clientLimitedBy, List<GateDocument> gates) {

		/**
		 * Sums up a result.
		 * @param run the result
		 * @return its first figures
		 */
		public static Summary of(RunDocument run) {
			return new Summary(run.target(), run.startedAt(), run.stoppedBy(), run.counts(), run.elapsedSeconds(),
					run.throughputPerSecond(), run.latencyMicros(), run.responseTimeMicros(), run.client().limitedBy(),
					run.gates());
		}

	}

}
