package dev.grpctuning.limit;

import org.jspecify.annotations.Nullable;

/**
 * What the limit does at this moment.
 *
 * @param settings what was asked for, {@code null} if calls are not limited
 * @param allowed calls that may be open now, {@code null} if calls are not limited
 * @param open calls that are open
 * @param refused calls that were refused since the start
 */
public record LimitState(@Nullable LimitSettings settings, @Nullable Integer allowed, int open, long refused) {

}
