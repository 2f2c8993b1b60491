package dev.grpctuning.settings;

import org.jspecify.annotations.Nullable;

/** Why a value is refused: what is allowed, in a sentence without its subject. */
public record TuningProblem(String knob, @Nullable String value, String reason) {

}
