package dev.grpctuning.load.pressure;

/**
 * Why a call was slow. The first that covers at least half of the time that the call took
 * longer than the median is the cause: a collection also makes an event loop late, and a
 * machine that is short of processors makes everything late.
 */
public enum TailCause {

	/** The server collected young objects. */
	YOUNG_COLLECTION,

	/** The server collected its whole heap. */
	FULL_COLLECTION,

	/** The server stood still for another pause of its collector. */
	OTHER_PAUSE,

	/** The server's settings were changed. */
	CHANGE,

	/** An event loop of the server did not run its tasks. */
	EVENT_LOOP,

	/** The client collected its garbage. */
	CLIENT_COLLECTION,

	/** The client stood still for another reason. */
	CLIENT_PAUSE,

	/** Threads of the client's machine waited for a processor. */
	CPU_PRESSURE,

	/** None of these. */
	UNEXPLAINED

}
