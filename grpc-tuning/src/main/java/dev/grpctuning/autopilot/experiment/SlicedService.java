package dev.grpctuning.autopilot.experiment;

import org.jspecify.annotations.Nullable;

/** What an experiment knows of a server. */
public interface SlicedService {

	/** A clock such as {@link System#nanoTime()}. */
	long nanoTime();

	void pause(long nanos) throws InterruptedException;

	/** Counters now, {@code null} if calls are not measured. */
	@Nullable Sample sample();

	/** Settings that take turns in force. */
	interface Turns {

		/**
		 * Puts the present settings, 0, or the candidate, 1, in force.
		 * @return whether they are
		 */
		boolean use(int candidate);

		/** Puts the present settings in force. */
		void end(String reason);

		/** What ended the turns, {@code null} while they last. */
		@Nullable String ended();

	}

}
