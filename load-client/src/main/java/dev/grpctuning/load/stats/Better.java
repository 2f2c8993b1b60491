package dev.grpctuning.load.stats;

/**
 * Which direction of a metric is the good one.
 */
public enum Better {

	/**
	 * More is better, as with throughput.
	 */
	HIGHER,

	/**
	 * Less is better, as with latencies.
	 */
	LOWER

}
