package dev.grpctuning.call;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitSettings;

/**
 * What the limit does at this moment.
 *
 * @param settings what was asked for, {@code null} if calls are not limited
 * @param allowed calls that may be open now, {@code null} if calls are not limited
 */
public record LimitState(@Nullable LimitSettings settings, @Nullable Integer allowed, int open, long refused) {

}
