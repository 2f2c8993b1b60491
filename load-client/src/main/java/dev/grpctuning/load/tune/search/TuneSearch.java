package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.tune.search.Recommendation.Conclusion;
import dev.grpctuning.load.tune.search.SuccessiveHalving.Scored;

/**
 * Searches for knobs with which a server holds an objective at a higher rate, and
 * recommends nothing that was not shown.
 * <p>
 * Candidates are told apart by successive halving, each scored by the highest rate at
 * which the objective holds. The best of many noisy scores is too good to be true, so it
 * is scored anew, {@linkplain Pruning pruned} of lines that seem to do nothing, and
 * {@linkplain Confirmation confirmed} in rounds of its own.
 */
public final class TuneSearch {

	private final Scores scores;

	private final TuningTrials trials;

	public TuneSearch(double precision, TuningTrials trials) {
		this.scores = new Scores(precision, trials);
		this.trials = trials;
	}

	public Recommendation search(double configuredRate, List<Candidate> candidates)
			throws IOException, InterruptedException {
		this.scores.put(Candidate.CONFIGURED, configuredRate);
		Set<Integer> begun = new HashSet<>(Set.of(0));
		List<Scored> finalists = new SuccessiveHalving((candidate, rung) -> {
			if (begun.add(rung)) {
				// The machine may have changed since the rung before.
				this.scores.score(Candidate.CONFIGURED, rung);
			}
			return this.scores.score(candidate, rung);
		}).search(candidates);
		int last = begun.size() - 1;
		// The first score is older than all others: two of the same show the noise.
		this.scores.score(Candidate.CONFIGURED, last);
		Optional<Candidate> best = best(finalists);
		if (best.isEmpty() || !this.scores.better(best.get(), Candidate.CONFIGURED)) {
			return noneFaster(best.orElse(null));
		}
		Candidate pruned = new Pruning(this.scores, last).prune(best.get());
		if (!this.scores.better(pruned, Candidate.CONFIGURED)) {
			return noneFaster(pruned);
		}
		return new Confirmation(this.scores, last, this.trials).confirm(pruned);
	}

	private Recommendation noneFaster(@Nullable Candidate best) {
		return new Recommendation(Conclusion.NONE_FASTER, this.scores.of(Candidate.CONFIGURED), best,
				(best != null) ? this.scores.of(best) : 0, 0, null, 0, 0, List.of(), List.of());
	}

	/** Of those that are as good as the best the one with the fewest changes. */
	private Optional<Candidate> best(List<Scored> finalists) {
		return finalists.stream()
			.map(Scored::candidate)
			.filter((candidate) -> !this.scores.better(finalists.getFirst().candidate(), candidate))
			.min(Comparator.comparingInt((candidate) -> candidate.knobs().size()));
	}

}
