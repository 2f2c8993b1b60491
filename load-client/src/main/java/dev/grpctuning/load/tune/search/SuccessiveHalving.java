package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Successive halving (Jamieson and Talwalkar, 2016): all candidates are scored by short
 * trials, the better half by longer ones, and so on.
 */
record SuccessiveHalving(Scoring scoring) {

	/** So many are told apart by their last scores. */
	static final int FINALISTS = 2;

	static List<Integer> rungs(int candidates) {
		List<Integer> rungs = new ArrayList<>();
		for (int left = candidates; left > 0; left = (left + 1) / 2) {
			rungs.add(left);
			if ((left + 1) / 2 <= FINALISTS) {
				break;
			}
		}
		return rungs;
	}

	List<Scored> search(List<Candidate> candidates) throws IOException, InterruptedException {
		List<Candidate> left = candidates;
		List<Scored> best = List.of();
		int rungs = rungs(candidates.size()).size();
		for (int rung = 0; rung < rungs && !left.isEmpty(); rung++) {
			List<Scored> scored = new ArrayList<>();
			for (Candidate candidate : left) {
				scored.add(new Scored(candidate, this.scoring.score(candidate, rung)));
			}
			best = scored.stream()
				.filter((one) -> one.score() > 0)
				.sorted(Comparator.comparingDouble(Scored::score).reversed())
				.limit((left.size() + 1) / 2)
				.toList();
			left = best.stream().map(Scored::candidate).toList();
		}
		return best;
	}

	@FunctionalInterface
	interface Scoring {

		double score(Candidate candidate, int rung) throws IOException, InterruptedException;

	}

	record Scored(Candidate candidate, double score) {
	}

}
