package dev.grpctuning.load.search;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * What is said of a trial.
 *
 * @param reason why not, or {@code null} if it held
 */
public record Judgement(Outcome outcome, @Nullable String reason) {

	public static final Judgement HELD = new Judgement(Outcome.HELD, null);

}
