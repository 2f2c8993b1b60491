package dev.grpctuning.load.experiment;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Candidate;

/**
 * A candidate's turn in a round.
 *
 * @param candidate the candidate
 * @param stage number of the stage that the round belongs to, from 1
 * @param round number of the round, from 1; 0 if it was to show, before the rounds,
 * whether the candidate holds their rate
 * @param trial what came of it, or {@code null} if the server did not start
 * @param reason why it did not
 */
public record TuneTurn(Candidate candidate, int stage, int round, @Nullable Trial trial, @Nullable String reason) {
}
