package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.Nullable;

/** Metrics of a server at a moment of {@link System#nanoTime()}. */
public record ServerSample(long atNanos, double cpuSeconds, long heapUsedBytes, long heapCommittedBytes, int threads,
		int peakThreads, long gcCount, double gcSeconds, int loadedClasses, int processors, @Nullable GrpcMeters grpc,
		@Nullable CpuMeters cpu) {

}
