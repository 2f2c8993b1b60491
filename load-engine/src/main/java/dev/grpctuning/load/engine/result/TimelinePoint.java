package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * A moment of a run, or a whole second of it, seen from the client.
 *
 * @param seconds time from the start of the run to the end of this moment
 * @param started calls started in it
 * @param ok calls answered in it
 * @param failed calls that failed in it
 * @param open calls open at its end
 * @param p50Micros median service time of the calls answered in it
 * @param p99Micros 99th percentile of their service time
 * @param responseP50Micros median of their response time, 0 in results of earlier
 * versions
 * @param responseP99Micros 99th percentile of their response time
 * @param lagP99Micros 99th percentile of how late the calls started in it were sent, in
 * the open model
 * @param cpuSeconds CPU time that the client used in it
 * @param heapUsedBytes the client's heap in use at its end
 * @param gcSeconds time in it that the client stood still for garbage collection, 0 in
 * results of earlier versions
 * @param threads the client's live platform threads at its end, 0 likewise
 */
public record TimelinePoint(double seconds, long started, long ok, long failed, long open, long p50Micros,
		long p99Micros, long responseP50Micros, long responseP99Micros, @Nullable Long lagP99Micros, double cpuSeconds,
		long heapUsedBytes, double gcSeconds, int threads) {
}
