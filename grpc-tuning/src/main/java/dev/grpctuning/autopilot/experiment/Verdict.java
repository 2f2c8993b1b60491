package dev.grpctuning.autopilot.experiment;

/** What an experiment has found. */
public enum Verdict {

	/** The candidate is better. */
	BETTER,

	/**
	 * The candidate is not better by as much as is worth a change, or better in one
	 * figure and worse in another.
	 */
	NO_GAIN,

	/** The candidate is worse. */
	WORSE,

	/** The candidate harmed calls and was withdrawn at once. */
	HARMFUL,

	/** The experiment ended before anything was found. */
	ABORTED,

	/** The server does not accept the candidate, or not with the next call. */
	REFUSED

}
