package dev.grpctuning.load.engine;

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
	 * @param measuring to be run when calls begin to count
	 */
	void drive(Lanes lanes, RunControl control, Runnable measuring) throws InterruptedException;

	/**
	 * How much of the plan is done.
	 * @param lanes what has been counted
	 * @return a share from 0 to 1
	 */
	double share(Lanes lanes);

}
