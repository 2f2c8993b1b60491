package dev.grpctuning.load.compare.slices;

import java.util.Map;

import dev.grpctuning.load.compare.result.Metric;

/**
 * What the slices of a variant have shown.
 *
 * @param slices number of slices
 * @param seconds time that they measured
 * @param values values of the metrics, of those that could be measured
 */
public record Measured(int slices, double seconds, Map<Metric, Double> values) {
}
