package dev.grpctuning.load.engine;

import java.util.concurrent.ScheduledExecutorService;

/**
 * One connection to a target, able to make calls.
 */
public interface CallChannel {

	/**
	 * Starts a call and returns at once.
	 * @param call told exactly once, on {@link #executor()}, how the call ended
	 */
	void start(OpenCall call);

	/**
	 * The single thread on which this channel reports how calls ended. Several channels
	 * may share one.
	 * @return the channel's executor
	 */
	ScheduledExecutorService executor();

}
