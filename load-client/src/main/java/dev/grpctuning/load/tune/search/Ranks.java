package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ranks of candidates within blocks. If the machine is slower for some minutes, it is
 * for a whole block, and the ranks stay the same.
 * <p>
 * Candidates are compared by the sums of their ranks, as after Friedman's test (Conover,
 * Practical Nonparametric Statistics, 1999, 5.8). With sums S of n candidates in b blocks
 * and the sum A of all squared ranks, the variance of a difference of two sums is 2 (b A
 * - sum of S²) / ((b - 1) (n - 1)). Where ranks of a few blocks agree by chance this is
 * too small: it is at least an eighth of what it would be if no candidate were better
 * than another.
 */
final class Ranks {

	/** Fewer degrees of freedom show next to nothing. */
	private static final int FEWEST = 8;

	/** Probability with which irace gives up a candidate that is as good as the best. */
	private static final double ERROR = 0.05;

	private final Map<Candidate, Double> sums = new LinkedHashMap<>();

	private final int blocks;

	private final double standardError;

	/**
	 * Ranks candidates.
	 * @param blocks latencies of each block, which has all candidates
	 */
	Ranks(Collection<Candidate> candidates, List<Map<Candidate, Double>> blocks) {
		this.blocks = blocks.size();
		candidates.forEach((candidate) -> this.sums.put(candidate, 0.0));
		double squares = 0;
		for (Map<Candidate, Double> block : blocks) {
			for (Map.Entry<Candidate, Double> ranked : ranks(candidates, block).entrySet()) {
				this.sums.merge(ranked.getKey(), ranked.getValue(), Double::sum);
				squares += ranked.getValue() * ranked.getValue();
			}
		}
		double squaredSums = this.sums.values().stream().mapToDouble((sum) -> sum * sum).sum();
		int number = candidates.size();
		double variance = 2 * (this.blocks * squares - squaredSums) / Math.max(1, freedom());
		double ofChance = this.blocks * number * (number + 1) / 6.0;
		this.standardError = Math.sqrt(Math.max(variance, ofChance / 8));
	}

	private static Map<Candidate, Double> ranks(Collection<Candidate> candidates, Map<Candidate, Double> block) {
		Map<Candidate, Double> ranks = new HashMap<>();
		for (Candidate one : candidates) {
			double latency = block.getOrDefault(one, Double.NaN);
			double rank = 0.5;
			for (Candidate other : candidates) {
				int order = Double.compare(block.getOrDefault(other, Double.NaN), latency);
				rank += (order < 0) ? 1 : (order == 0) ? 0.5 : 0;
			}
			ranks.put(one, rank);
		}
		return ranks;
	}

	private int freedom() {
		return (this.blocks - 1) * (this.sums.size() - 1);
	}

	/** The candidates, best first. */
	List<Candidate> order() {
		List<Candidate> order = new ArrayList<>(this.sums.keySet());
		order.sort((one, other) -> Double.compare(sum(one), sum(other)));
		return order;
	}

	private double sum(Candidate candidate) {
		return this.sums.getOrDefault(candidate, Double.MAX_VALUE);
	}

	/** The candidates that are worse than the best. */
	List<Candidate> worse() {
		if (freedom() < FEWEST) {
			return List.of();
		}
		return beyond(TDistribution.of(freedom()).inverseSurvivalProbability(ERROR / 2));
	}

	private List<Candidate> beyond(double errors) {
		double limit = sum(order().getFirst()) + errors * this.standardError;
		return this.sums.keySet().stream().filter((candidate) -> sum(candidate) > limit).toList();
	}

	/**
	 * Of those within one standard error of the best the one with the fewest lines, as in
	 * Breiman et al., Classification and Regression Trees (1984).
	 */
	Candidate simplest() {
		List<Candidate> close = new ArrayList<>(order());
		close.removeAll(beyond(1));
		return close.stream()
			.min((one, other) -> Integer.compare(one.knobs().size(), other.knobs().size()))
			.orElseThrow();
	}

}
