package dev.grpctuning.load.compare.slices;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.engine.SlicedLoad;

/**
 * A variant that takes turns with others.
 *
 * @param rate load that shows the rate
 * @param latency load under which latencies are measured, or {@code null} if it is the
 * same
 * @param cpu clock of the CPU time of its server in nanoseconds
 */
public record Contender(Variant variant, SlicedLoad rate, @Nullable SlicedLoad latency, LongSupplier cpu) {
}
