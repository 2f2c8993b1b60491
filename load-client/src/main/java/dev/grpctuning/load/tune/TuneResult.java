package dev.grpctuning.load.tune;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.tune.search.Recommendation;

/**
 * What came of the search for better knobs.
 *
 * @param reason why, if it did not complete
 * @param candidates how many candidates the time allows, or {@code null} if the search
 * did not get that far
 * @param scores scores of the candidates, in order; the first is that of what is
 * configured
 * @param rounds trials of the rounds, in order
 * @param recommendation what is recommended, or {@code null} if the search did not get
 * that far
 */
public record TuneResult(Ended ended, @Nullable String reason, Map<String, String> configured,
		@Nullable Integer candidates, List<TuneScore> scores, List<RoundTrial> rounds,
		@Nullable Recommendation recommendation) {

	public TuneResult {
		configured = Map.copyOf(configured);
		scores = List.copyOf(scores);
		rounds = List.copyOf(rounds);
	}

}
