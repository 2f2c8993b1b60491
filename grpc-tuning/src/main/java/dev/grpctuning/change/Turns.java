package dev.grpctuning.change;

import org.jspecify.annotations.Nullable;

/**
 * Candidates that take turns in force, until the former settings come back: by
 * {@link #end}, by a change of the tuning, by the end of the server, or because a
 * candidate cannot be put in force. Safe for use by several threads.
 */
public interface Turns {

	/**
	 * Puts a candidate in force, with the next call. Ends the turns if that fails.
	 * @return whether it is in force
	 */
	boolean use(int candidate);

	/** Puts the former settings in force again, unless that has been done. */
	void end(String reason);

	/** What ended the turns, {@code null} while they last. */
	@Nullable String ended();

}
