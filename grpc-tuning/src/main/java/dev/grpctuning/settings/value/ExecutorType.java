package dev.grpctuning.settings.value;

/** Kind of threads that handlers run on. */
public enum ExecutorType implements Choice {

	/**
	 * Event loop that read the call. Fastest for handlers that neither block nor compute;
	 * any other handler holds up all calls of its event loop.
	 */
	DIRECT,

	/** Fork-join pool in FIFO order, with one queue per thread instead of one for all. */
	FORK_JOIN,

	/** Thread pool of a fixed size with one unbounded queue. */
	FIXED,

	/** Thread pool that grows with the number of busy handlers; gRPC's own default. */
	CACHED,

	/** One virtual thread per task. Needs Java 21. */
	VIRTUAL,

	/**
	 * Event loop for methods whose handlers are quick, and threads for those that block.
	 * The threads are virtual, or cached before Java 21. If their number is set, they are
	 * a fixed pool.
	 */
	ADAPTIVE,

	/** Executor that the application has given its server. */
	APPLICATION;

	/** Whether tasks may wait for a thread. */
	public boolean hasQueue() {
		return this != DIRECT && this != CACHED && this != VIRTUAL;
	}

}
