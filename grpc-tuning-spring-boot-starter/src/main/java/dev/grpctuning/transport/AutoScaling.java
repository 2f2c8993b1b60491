package dev.grpctuning.transport;

/**
 * Bounds between which the number of active worker threads follows their utilisation.
 *
 * @param minThreads least number of active threads
 * @param maxThreads greatest number of active threads
 */
public record AutoScaling(int minThreads, int maxThreads) {

}
