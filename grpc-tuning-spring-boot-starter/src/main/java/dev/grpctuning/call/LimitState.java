package dev.grpctuning.call;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitAlgorithm;

/**
 * What the limit does at this moment.
 *
 * @param algorithm {@code null} if calls are not limited
 * @param allowed calls that may be open now, {@code null} if calls are not limited
 */
public record LimitState(@Nullable LimitAlgorithm algorithm, @Nullable Integer allowed, int open, long refused) {
}
