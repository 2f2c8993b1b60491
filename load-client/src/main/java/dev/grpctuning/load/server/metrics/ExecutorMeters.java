package dev.grpctuning.load.server.metrics;

/**
 * What a server's executors said at one moment, all of them together.
 *
 * @param waits how long tasks waited for a thread: of all tasks, or of those of a sample
 * of the calls; nothing where calls run on the event loop
 */
public record ExecutorMeters(long queued, long active, double calls, double tasks, TimerSample waits,
		TimerSample runs) {

	static final ExecutorMeters NONE = new ExecutorMeters(0, 0, 0, 0, TimerSample.NONE, TimerSample.NONE);

}
