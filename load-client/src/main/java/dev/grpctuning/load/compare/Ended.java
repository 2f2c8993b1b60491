package dev.grpctuning.load.compare;

/**
 * How a variant ended.
 */
public enum Ended {

	/** All of the plan was driven and the server was still there. */
	COMPLETED,

	OUT_OF_MEMORY,

	/** The server ended, or never came up. */
	EXITED,

	/** Not all calls had ended when the plan's time was over. */
	TIMED_OUT,

	/**
	 * The server was not what the variant says, did not stay so, or could not say after
	 * the run that it did. Such a run is discarded.
	 */
	WRONG_TUNING,

	INTERRUPTED

}
