package dev.grpctuning.load;

/**
 * What changes with time.
 */
enum ChangingFigure {

	/**
	 * Calls per second.
	 */
	RATE,

	/**
	 * Open calls.
	 */
	CONCURRENCY

}
