package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** Takes lines away from a candidate without which its score is as good. */
record Pruning(Scores scores, int rung) {

	Candidate prune(Candidate candidate) throws IOException, InterruptedException {
		this.scores.score(candidate, this.rung);
		Candidate left = candidate;
		while (left.knobs().size() > 1) {
			Candidate whole = left;
			List<Candidate> shorter = whole.knobs().keySet().stream().map(whole::without).toList();
			for (Candidate one : shorter) {
				this.scores.score(one, this.rung, this.scores.of(this.scores.has(one) ? one : whole));
			}
			Candidate best = shorter.stream().max(Comparator.comparingDouble(this.scores::of)).orElseThrow();
			if (this.scores.better(whole, best)) {
				return whole;
			}
			left = best;
		}
		return left;
	}

}
