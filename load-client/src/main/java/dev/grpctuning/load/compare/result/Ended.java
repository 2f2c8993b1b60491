package dev.grpctuning.load.compare.result;

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
	 * The server's tuning was not the variant's, or could not be read after the run; the
	 * run is discarded.
	 */
	WRONG_TUNING,

	INTERRUPTED

}
