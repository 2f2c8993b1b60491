package dev.grpctuning.load.compare.result;

import dev.grpctuning.load.result.RunDocument;

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

	INTERRUPTED;

	static Ended of(RunDocument run) {
		return switch (run.load().stoppedBy()) {
			case null ->
				(run.outcome().failure() != null && run.load().counts().unfinished() > 0) ? TIMED_OUT : COMPLETED;
			case TIMEOUT -> TIMED_OUT;
			case INTERRUPTED -> INTERRUPTED;
			case SERVER_GONE -> EXITED;
			case UNIMPLEMENTED, REPLAY_CHANGED, PRECISE, IMPRECISE -> COMPLETED;
		};
	}

}
