package dev.grpctuning.load.engine.result;

/** Why a run was ended before its plan. */
public enum StopReason {

	/** The plan's timeout was reached. */
	TIMEOUT,

	/** The server is gone, or its tuning could not be read after the run. */
	SERVER_GONE,

	/** The server answered nothing but {@code UNIMPLEMENTED}. */
	UNIMPLEMENTED,

	/** The replayed file changed during the run. */
	REPLAY_CHANGED,

	/** The user asked for it. */
	INTERRUPTED,

	/** A figure was as exact as the user asked for. */
	PRECISE,

	/** By the end of the plan, a figure would not have been as exact. */
	IMPRECISE

}
