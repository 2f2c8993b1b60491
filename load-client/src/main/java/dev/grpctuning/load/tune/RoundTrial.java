package dev.grpctuning.load.tune;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * A trial of a candidate in a round.
 *
 * @param stage number of the stage that the round belongs to, from 1
 * @param round number of the round, from 1; 0 if it was to show, before the rounds,
 * whether the candidate holds their rate
 * @param trial what came of it, or {@code null} if the server did not start
 */
public record RoundTrial(Candidate candidate, int stage, int round, @Nullable Trial trial, @Nullable String reason) {
}
