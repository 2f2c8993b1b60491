package dev.grpctuning.limit;

/**
 * What the end of a call says about the server's load.
 */
public enum CallOutcome {

	/** It was answered: its duration is a sample. */
	ANSWERED,

	/** It took too long, or something was exhausted. */
	OVERLOADED,

	/** It failed or was given up for a reason of its own. */
	UNRELATED

}
