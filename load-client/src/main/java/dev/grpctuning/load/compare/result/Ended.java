package dev.grpctuning.load.compare.result;

/** How a variant ended. */
public enum Ended {

	/** All of the plan was driven and the server was still there. */
	COMPLETED,

	OUT_OF_MEMORY,

	/** The server ended, or never came up. */
	EXITED,

	/** Not all calls had ended when the plan's time was over. */
	TIMED_OUT,

	/** The tuning was another, or could not be read; the run is discarded. */
	WRONG_TUNING,

	INTERRUPTED

}
