package dev.grpctuning;

import org.jspecify.annotations.Nullable;

/**
 * Why a value is refused.
 *
 * @param knob name of the knob, or what was given for one
 * @param value what was given
 * @param reason what is allowed, a sentence without its subject that ends in a full stop
 */
public record TuningProblem(String knob, @Nullable String value, String reason) {

}
