package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The latest scores of candidates: the highest rates at which the objective held. */
final class Scores {

	private final double precision;

	private final TuningTrials trials;

	private final Map<Candidate, Double> rates = new HashMap<>();

	Scores(double precision, TuningTrials trials) {
		this.precision = precision;
		this.trials = trials;
	}

	void put(Candidate candidate, double rate) {
		this.rates.put(candidate, rate);
	}

	double of(Candidate candidate) {
		return this.rates.getOrDefault(candidate, 0.0);
	}

	boolean has(Candidate candidate) {
		return this.rates.containsKey(candidate);
	}

	double score(Candidate candidate, int rung) throws IOException, InterruptedException {
		return score(candidate, rung, of(candidate));
	}

	double score(Candidate candidate, int rung, double hint) throws IOException, InterruptedException {
		double rate = this.trials.bestRate(candidate, rung, hint);
		this.rates.put(candidate, rate);
		return rate;
	}

	/** Whether one is better than another by more than the precision of both. */
	boolean better(Candidate one, Candidate other) {
		return of(one) > of(other) * (1 + 2 * this.precision);
	}

}
