package dev.grpctuning.load.engine;

import java.util.function.LongConsumer;

/**
 * Starts the calls of one model.
 */
interface LoadDriver {

	/**
	 * Whether calls count from the first one on.
	 */
	boolean countsFromStart();

	/**
	 * Starts calls until the plan has been driven or the run is stopped, and returns
	 * without waiting for those still open.
	 * @param lanes where to start calls
	 * @param control whether to go on
	 * @param measuring told when calls begin to count, on the clock of
	 * {@link System#nanoTime()}
	 * @return until when calls were sent, on the same clock
	 */
	long drive(Lanes lanes, RunControl control, LongConsumer measuring) throws InterruptedException;

	/**
	 * How much of the plan is done.
	 * @param lanes what has been counted
	 * @return a share from 0 to 1
	 */
	double share(Lanes lanes);

}
