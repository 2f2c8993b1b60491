package dev.grpctuning.load.server;

/**
 * What a server's actuator said at one moment.
 *
 * @param atNanos when, on the clock of {@link System#nanoTime()}
 * @param cpuSeconds CPU time that its process has used since it started
 * @param heapUsedBytes heap in use
 * @param heapCommittedBytes heap that the JVM holds
 * @param threads live threads
 * @param peakThreads most live threads since it started
 * @param gcCount pauses for garbage collection since it started
 * @param gcSeconds time in them
 * @param loadedClasses classes loaded now
 */
public record ServerSample(long atNanos, double cpuSeconds, long heapUsedBytes, long heapCommittedBytes, int threads,
		int peakThreads, long gcCount, double gcSeconds, int loadedClasses) {
}
