package dev.grpctuning.executor;

/**
 * Candidate that runs a share of the calls, to be compared with the executor that runs
 * the others.
 *
 * @param executor what the share runs on
 * @param share part of the calls that have no route, from 0 to 1
 */
public record CanarySettings(ExecutorSettings executor, double share) {

}
