package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.Nullable;

/**
 * Metrics of a server's actuator at one moment.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime()}
 * @param peakThreads most live threads since it started
 * @param processors processors that its JVM sees, 0 if unknown
 */
public record ServerSample(long atNanos, double cpuSeconds, long heapUsedBytes, long heapCommittedBytes, int threads,
		int peakThreads, long gcCount, double gcSeconds, int loadedClasses, int processors, @Nullable GrpcMeters grpc) {

}
