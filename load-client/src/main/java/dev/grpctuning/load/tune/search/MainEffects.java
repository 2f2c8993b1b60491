package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates the effect of each line on the logarithm of the latency, as if lines did not
 * influence each other. It is a ridge regression with an intercept for each race, so the
 * estimate of a line with few trials is small.
 */
final class MainEffects {

	/** Weight of the prior, like that of one trial that shows no effect. */
	private static final double RIDGE = 1;

	private static final int SWEEPS = 30;

	private final List<Seen> seen = new ArrayList<>();

	/** By line; the intercepts are by the number of the race. */
	private final Map<Object, Double> effects = new HashMap<>();

	/**
	 * Adds the results of a race.
	 * @param latency mean logarithm, in which only differences within a race count
	 */
	void add(int race, Candidate candidate, double latency, int trials) {
		this.seen.add(new Seen(race, candidate, latency, trials));
	}

	/** Fits the effects to all results, one unknown after the other. */
	void fit() {
		Map<Object, List<Seen>> unknowns = new LinkedHashMap<>();
		Map<Seen, Double> rest = new IdentityHashMap<>();
		for (Seen one : this.seen) {
			unknowns.computeIfAbsent(one.race(), (any) -> new ArrayList<>()).add(one);
			one.candidate()
				.knobs()
				.entrySet()
				.forEach((line) -> unknowns.computeIfAbsent(line, (any) -> new ArrayList<>()).add(one));
			rest.put(one, one.latency());
		}
		Map<Object, Double> fitted = new HashMap<>();
		for (int sweep = 0; sweep < SWEEPS; sweep++) {
			unknowns.forEach((unknown, having) -> {
				double before = fitted.getOrDefault(unknown, 0.0);
				double sum = 0;
				double weights = (unknown instanceof Integer) ? 0 : RIDGE;
				for (Seen one : having) {
					sum += one.trials() * (rest.getOrDefault(one, 0.0) + before);
					weights += one.trials();
				}
				double now = sum / weights;
				having.forEach((one) -> rest.merge(one, before - now, Double::sum));
				fitted.put(unknown, now);
			});
		}
		this.effects.putAll(fitted);
	}

	/** Difference from the configured settings, negative if the candidate is better. */
	double predicted(Candidate candidate) {
		return candidate.knobs().entrySet().stream().mapToDouble((line) -> this.effects.getOrDefault(line, 0.0)).sum();
	}

	private record Seen(int race, Candidate candidate, double latency, int trials) {
	}

}
