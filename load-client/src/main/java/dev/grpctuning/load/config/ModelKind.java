package dev.grpctuning.load;

/**
 * When calls are started.
 */
enum ModelKind {

	/**
	 * In turns.
	 */
	TURNS,

	/**
	 * One for each answer.
	 */
	CLOSED,

	/**
	 * At a rate.
	 */
	OPEN,

	/**
	 * At a rate, or one for each answer, with an even change.
	 */
	RAMP,

	/**
	 * At a rate, or one for each answer, with changes in steps.
	 */
	STEPS,

	/**
	 * When a file says so.
	 */
	REPLAY,

	/**
	 * One after the other by each client.
	 */
	BLOCKING

}
