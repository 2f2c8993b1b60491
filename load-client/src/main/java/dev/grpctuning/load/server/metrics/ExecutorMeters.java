package dev.grpctuning.load.server;

/**
 * What a server's executors said at one moment, all of them together.
 *
 * @param queued tasks that wait for a thread
 * @param active tasks that run
 * @param calls calls that were given to an executor since the start
 * @param tasks tasks that have ended since the start; a call is one or a few
 * @param waits how long tasks waited for a thread: of all tasks, or of those of a sample
 * of the calls; nothing where calls run on the event loop
 * @param runs how long tasks ran, of the same
 */
public record ExecutorMeters(long queued, long active, double calls, double tasks, TimerSample waits,
		TimerSample runs) {

	/**
	 * Executors that have done nothing yet.
	 */
	static final ExecutorMeters NONE = new ExecutorMeters(0, 0, 0, 0, TimerSample.NONE, TimerSample.NONE);

}
