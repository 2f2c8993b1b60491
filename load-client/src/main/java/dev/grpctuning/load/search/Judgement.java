package dev.grpctuning.load.search;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * What is said of a trial.
 */
public record Judgement(Outcome outcome, @Nullable String reason) {

	public static final Judgement HELD = new Judgement(Outcome.HELD, null);

}
