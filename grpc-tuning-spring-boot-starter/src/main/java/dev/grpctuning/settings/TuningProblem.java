package dev.grpctuning.settings;

import org.jspecify.annotations.Nullable;

/**
 * Why a value is refused.
 *
 * @param reason what is allowed, a sentence without its subject that ends in a full stop
 */
public record TuningProblem(String knob, @Nullable String value, String reason) {

}
