package dev.grpctuning.settings.value;

/** Algorithm that determines the number of calls that may be open. */
public enum LimitAlgorithm implements Choice {

	/** The number that was set. */
	FIXED,

	/** Rises while more open calls bring more answers per second, and falls otherwise. */
	THROUGHPUT

}
