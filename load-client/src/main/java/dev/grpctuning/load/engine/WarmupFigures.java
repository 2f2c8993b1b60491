package dev.grpctuning.load.engine;

/**
 * A part of a warm-up, such as a second, whose calls are in no result.
 *
 * @param ok calls answered in it
 * @param responseP99Micros 99th percentile of their response time
 * @param failed calls that have failed since the warm-up began
 */
public record WarmupFigures(long ok, long responseP99Micros, long failed) {
}
