package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.Nullable;

/**
 * What a server's actuator said at one moment.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime()}
 * @param peakThreads most live threads since it started
 * @param processors processors that its JVM sees, 0 if it does not say
 */
public record ServerSample(long atNanos, double cpuSeconds, long heapUsedBytes, long heapCommittedBytes, int threads,
		int peakThreads, long gcCount, double gcSeconds, int loadedClasses, int processors, @Nullable GrpcMeters grpc) {

}
