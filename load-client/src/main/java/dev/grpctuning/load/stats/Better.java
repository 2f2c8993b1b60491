package dev.grpctuning.load.stats;

/** Direction of a metric: higher is better for throughput, lower for latencies. */
public enum Better {

	HIGHER, LOWER

}
