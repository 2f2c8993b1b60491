package dev.grpctuning.load.engine;

/**
 * One second of a warm-up, whose calls are in no result.
 *
 * @param ok calls answered in it
 * @param responseP99Micros 99th percentile of their response time
 * @param failed calls that have failed since the warm-up began
 */
public record WarmupSecond(long ok, long responseP99Micros, long failed) {
}
