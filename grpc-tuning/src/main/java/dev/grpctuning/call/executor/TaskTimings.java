package dev.grpctuning.call.executor;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.call.adaptive.MethodPlace;
import dev.grpctuning.observe.DurationCounts;

/**
 * Records how long the tasks of an executor waited for a thread, and ran. A call has one
 * or a few tasks. Safe for use by several threads.
 */
public interface TaskTimings {

	/** Keeps nothing, and spares the clock. */
	TaskTimings NONE = new TaskTimings() {
	};

	/** Whether to record the next call, or its tasks. */
	default boolean measuresNextCall() {
		return false;
	}

	default void record(long waitNanos, long runNanos) {
	}

	/** Records how long a call took, from its arrival to its end. */
	default void recordCall(long nanos) {
	}

	/** Durations recorded since the start, {@code null} if none are. */
	default @Nullable Durations durations() {
		return null;
	}

	/** Waiting times, {@code null} if they are not recorded. */
	default @Nullable WaitTime waitTime() {
		return null;
	}

	/** Registers meters of where the calls of a method run. */
	default void show(MethodPlace method) {
	}

	/** Removes these meters of all methods. */
	default void hideMethods() {
	}

	/** Ends the recording; the executor will not be used again. */
	default void close() {
	}

	/** Time that tasks waited for a thread. */
	record WaitTime(double meanMillis, double maxMillis) {

	}

	/**
	 * Times that tasks waited for a thread, and durations of calls, or samples of them.
	 */
	record Durations(DurationCounts waits, DurationCounts calls) {

	}

	/** Creates the timings of an executor of a generation. */
	@FunctionalInterface
	interface Factory {

		TaskTimings create(int generation, String executor, ExecutorFigures figures);

	}

}
