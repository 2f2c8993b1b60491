package dev.grpctuning.limit;

/**
 * Bound on the calls that a server has open.
 *
 * @param concurrentCalls the bound, or the most that the algorithm may allow
 * @param algorithm how the bound is found
 */
public record LimitSettings(int concurrentCalls, LimitAlgorithm algorithm) {

}
