package dev.grpctuning.load.tune.search;

import java.util.HashMap;
import java.util.Map;

/**
 * Estimates the effect of each line on the logarithm of the latency, as if lines did not
 * influence each other. Each result moves the effects of its lines by an equal part of
 * what they did not predict, the less the more trials of a line there were before. So the
 * estimate of a line with few trials is small.
 */
final class MainEffects {

	private final Map<Map.Entry<String, String>, Double> effects = new HashMap<>();

	private final Map<Map.Entry<String, String>, Integer> trials = new HashMap<>();

	/**
	 * Adds a result.
	 * @param latency mean difference from the configured settings
	 * @param number number of trials
	 */
	void add(Candidate candidate, double latency, int number) {
		double part = (latency - predicted(candidate)) / Math.max(1, candidate.knobs().size());
		candidate.knobs().entrySet().forEach((line) -> {
			double weight = number / (this.trials.merge(line, number, Integer::sum) + 1.0);
			this.effects.merge(line, weight * part, Double::sum);
		});
	}

	/** Difference from the configured settings, negative if the candidate is better. */
	double predicted(Candidate candidate) {
		return candidate.knobs().entrySet().stream().mapToDouble((line) -> this.effects.getOrDefault(line, 0.0)).sum();
	}

}
