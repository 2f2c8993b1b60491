package dev.grpctuning.limit;

/**
 * How the number of calls that a server may have open is found.
 */
public enum LimitAlgorithm {

	/** The number that was set. */
	FIXED,

	/**
	 * Grows by one while calls end in time and falls by a tenth when one does not, as TCP
	 * does.
	 */
	AIMD,

	/**
	 * Estimates the queue from the fastest call that was seen and the present ones, as
	 * TCP Vegas does.
	 */
	VEGAS,

	/** Compares short-term with long-term latency. */
	GRADIENT2;

	/**
	 * Name in a property file.
	 */
	public String propertyValue() {
		return switch (this) {
			case FIXED -> "fixed";
			case AIMD -> "aimd";
			case VEGAS -> "vegas";
			case GRADIENT2 -> "gradient2";
		};
	}

}
