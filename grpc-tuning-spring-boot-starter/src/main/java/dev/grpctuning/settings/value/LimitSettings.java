package dev.grpctuning.settings.value;

/**
 * Limit of the open calls of a server.
 */
public record LimitSettings(int concurrentCalls, LimitAlgorithm algorithm) {

}
