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
	 * The server under test has gone, in the run or before its tuning could be read again
	 * after it.
	 */
	SERVER_GONE,

	/**
	 * The server does not have the method: it has answered nothing but
	 * {@code UNIMPLEMENTED}.
	 */
	UNIMPLEMENTED,

	/**
	 * The file that says when calls are due was changed while it was read.
	 */
	REPLAY_CHANGED,

	/**
	 * The user asked for it.
	 */
	INTERRUPTED

}
