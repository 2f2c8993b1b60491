package dev.grpctuning.load.compare.slices;

import java.util.Map;

import dev.grpctuning.load.compare.result.Metric;

/**
 * Figures of a variant from its slices.
 *
 * @param slices number of slices
 * @param seconds time that they measured
 * @param values values of the metrics that could be measured
 */
public record Measured(int slices, double seconds, Map<Metric, Double> values) {
}
