package dev.grpctuning.advice;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.observe.Cause;

/**
 * Setting that has no effect or does harm.
 *
 * @param cause why calls are slow or refused, {@code null} if they need not be
 */
public record Advice(String knob, String found, String reason, String set, @Nullable Cause cause) {
}
