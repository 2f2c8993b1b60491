package dev.grpctuning.load.compare;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;

/** The outcome of a variant in a round. */
public record VariantResult(Variant variant, Ended ended, @Nullable String reason, List<ServerRun> runs) {
}
