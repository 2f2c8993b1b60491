package dev.grpctuning.load.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Successive halving (Jamieson and Talwalkar, 2016): all candidates are scored by short
 * trials, the better half by longer ones, and so on.
 */
public final class SuccessiveHalving {

	/**
	 * So many are told apart by their last scores.
	 */
	static final int FINALISTS = 2;

	private final Scoring scoring;

	/**
	 * Prepares a search.
	 * @param scoring scores candidates
	 */
	public SuccessiveHalving(Scoring scoring) {
		this.scoring = scoring;
	}

	/**
	 * How many candidates each rung has.
	 * @param candidates how many there are at first
	 * @return a number for each rung, none if there is no candidate
	 */
	public static List<Integer> rungs(int candidates) {
		List<Integer> rungs = new ArrayList<>();
		for (int left = candidates; left > 0; left = (left + 1) / 2) {
			rungs.add(left);
			if ((left + 1) / 2 <= FINALISTS) {
				break;
			}
		}
		return rungs;
	}

	/**
	 * Searches.
	 * @param candidates what to try
	 * @return the best of the last rung, best first; those that scored nothing are left
	 * out
	 * @throws InterruptedException if all is to end
	 * @throws IOException if a score could not be had, which ends the search
	 */
	public List<Scored> search(List<Candidate> candidates) throws IOException, InterruptedException {
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

	/**
	 * Scores candidates.
	 */
	@FunctionalInterface
	public interface Scoring {

		/**
		 * Scores a candidate.
		 * @param candidate the candidate
		 * @param rung number of the rung, from 0: the higher, the longer the trials
		 * @return its score, the higher the better, 0 if it is of no use
		 * @throws InterruptedException if all is to end
		 * @throws IOException if it could not be tried, which ends the search
		 */
		double score(Candidate candidate, int rung) throws IOException, InterruptedException;

	}

	/**
	 * A candidate with its last score.
	 *
	 * @param candidate the candidate
	 * @param score its score
	 */
	public record Scored(Candidate candidate, double score) {
	}

}
