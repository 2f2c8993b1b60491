package dev.grpctuning.load.engine.result;

import org.jspecify.annotations.Nullable;

/**
 * An interval or a second of a run, seen from the client.
 *
 * @param p50Micros median service time
 * @param p99Micros 99th percentile of the service times
 * @param lagP99Micros 99th percentile of the lags in the open model, otherwise {@code
 * null}
 * @param responseBuckets {@linkplain dev.grpctuning.load.latency.LatencyBuckets#text()
 * counts} of the response times, or {@code null} if they were not kept
 */
public record TimelinePoint(double seconds, long started, long ok, long failed, long open, long p50Micros,
		long p99Micros, long responseP50Micros, long responseP99Micros, @Nullable Long lagP99Micros, ProcessUse process,
		@Nullable String responseBuckets) {

	/**
	 * Use of the client's JVM in an interval.
	 *
	 * @param gcSeconds pauses for garbage collection
	 * @param threads live platform threads
	 */
	public record ProcessUse(double cpuSeconds, long heapUsedBytes, double gcSeconds, int threads) {
	}

}
