package dev.grpctuning.load.schedule;

/**
 * From where the interval between two turns is measured.
 */
public enum Pacing {

	/**
	 * From the last send of a turn: a slow sender stretches the plan.
	 */
	PAUSE,

	/**
	 * From the time the turn was due: a slow sender is late, and response times say so.
	 */
	SCHEDULE

}
