package dev.grpctuning.call;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitAlgorithm;

/**
 * What the limits do at this moment. Calls are unary ones; others are streams.
 *
 * @param algorithm {@code null} if calls are not limited
 * @param allowed calls that may be open now, {@code null} if they are not limited
 * @param allowedStreams streams that may be open, {@code null} if they are not limited
 * @param refused calls and streams that were refused
 */
public record LimitState(@Nullable LimitAlgorithm algorithm, @Nullable Integer allowed, int open,
		@Nullable Integer allowedStreams, int openStreams, long refused) {
}
