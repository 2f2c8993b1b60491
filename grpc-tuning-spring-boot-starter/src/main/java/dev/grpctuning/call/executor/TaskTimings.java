package dev.grpctuning.executor;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Keeps how long the tasks of an executor waited for a thread, and ran. A call is one
 * task or a few. Safe for use by several threads.
 */
public interface TaskTimings {

	/** Keeps nothing, and spares the clock. */
	TaskTimings NONE = new TaskTimings() {

		@Override
		public boolean measuresNextCall() {
			return false;
		}

		@Override
		public void record(long waitNanos, long runNanos) {
		}

		@Override
		public @Nullable WaitTime waitTime() {
			return null;
		}

	};

	/**
	 * Says whether the tasks of the next call are to be noted. It is asked once for each
	 * call.
	 */
	boolean measuresNextCall();

	/**
	 * Notes a task that has ended.
	 * @param waitNanos time from its hand-over until a thread took it, negative if it was
	 * not handed over
	 * @param runNanos time that it ran for
	 */
	void record(long waitNanos, long runNanos);

	/**
	 * How long tasks waited, or {@code null} if that is not kept.
	 */
	@Nullable WaitTime waitTime();

	/**
	 * How long tasks waited for a thread.
	 *
	 * @param mean over all tasks
	 * @param max over the last minutes
	 */
	record WaitTime(Duration mean, Duration max) {

	}

	/**
	 * Makes the timings of an executor.
	 */
	@FunctionalInterface
	interface Factory {

		/**
		 * Makes the timings of one executor of one generation.
		 * @param generation number of the generation
		 * @param executor {@code main}, {@code canary} or the pattern of a route
		 * @param figures what it counts
		 */
		TaskTimings create(int generation, String executor, ExecutorFigures figures);

	}

}
