package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * How calls were brought to count.
 *
 * @param seconds time from the first call to the first one that counts, 0 if none does
 * @param steady whether rate and 99th percentile had flattened then; {@code null} if that
 * was not asked for
 */
public record WarmupResult(double seconds, @Nullable Boolean steady) {
}
