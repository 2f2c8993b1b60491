package dev.grpctuning.load.engine;

/**
 * Why a run was ended before its plan.
 */
public enum StopReason {

	/**
	 * The plan's timeout was reached.
	 */
	TIMEOUT,

	/**
	 * The server under test has gone.
	 */
	SERVER_GONE,

	/**
	 * The user asked for it.
	 */
	INTERRUPTED

}
