package dev.grpctuning.settings.value;

/** Algorithm that determines the number of calls that may be open. */
public enum LimitAlgorithm implements Choice {

	/** The number that was set. */
	FIXED,

	/** Grows by one while calls end in time and falls by a tenth if not, as TCP does. */
	AIMD,

	/** Estimates the queue from the fastest call and present ones, as TCP Vegas does. */
	VEGAS,

	/** Compares short-term with long-term latency. */
	GRADIENT2

}
