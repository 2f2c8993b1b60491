package dev.grpctuning.autopilot.experiment;

/** What an experiment has found. */
public enum Verdict {

	/** The candidate is better. */
	BETTER,

	/** The candidate is not better, or not by as much as is worth a change. */
	NO_GAIN,

	/** The candidate is worse. */
	WORSE,

	/** The candidate harmed calls and was withdrawn at once. */
	HARMFUL,

	/** The experiment ended before anything was found. */
	ABORTED

}
