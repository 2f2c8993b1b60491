package dev.grpctuning.call;

/**
 * What the end of a call means for the server's load.
 */
enum CallOutcome {

	/** It was answered: its duration is a sample. */
	ANSWERED,

	/** It took too long, or something was exhausted. */
	OVERLOADED,

	/** It failed or was given up for a reason of its own. */
	UNRELATED

}
