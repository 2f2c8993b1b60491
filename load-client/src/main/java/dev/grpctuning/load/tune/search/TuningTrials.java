package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.search.RateTrial.Outcome;

/** Tries candidates at a server. */
public interface TuningTrials {

	/** Time of the search, which all trials share. */
	TuneClock clock();

	/** Name of the latency by which candidates are compared, such as p99. */
	String comparedBy();

	/**
	 * Divides candidates into groups that can be tried together, because one server can
	 * alternate between their settings.
	 */
	List<List<Candidate>> groups(Collection<Candidate> candidates);

	/** Searches the highest rate at which the objective holds. */
	double highestRate(Candidate candidate, double start) throws IOException, InterruptedException;

	/**
	 * Tries the candidates of a group once.
	 * @param number number of the race, or of the round that confirms the winner, from 1;
	 * 0 for the check before the rounds
	 */
	Map<Candidate, Observation> once(List<Candidate> group, Step step, int number, double rate)
			throws IOException, InterruptedException;

	/** Tries a group, and those once more whose first trial shows nothing. */
	default Map<Candidate, Observation> tried(List<Candidate> group, Step step, int number, double rate)
			throws IOException, InterruptedException {
		Map<Candidate, Observation> seen = new LinkedHashMap<>();
		group.forEach((candidate) -> seen.put(candidate, Observation.NONE));
		seen.putAll(once(group, step, number, rate));
		List<Candidate> again = group.stream()
			.filter((candidate) -> seen.getOrDefault(candidate, Observation.NONE).saturated())
			.toList();
		if (!again.isEmpty()) {
			seen.putAll(once(again, step, number, rate));
		}
		return seen;
	}

	/** Step of a search that trials are part of. */
	enum Step {

		RACE, ROUND

	}

	/** Result of a run at a rate. The latency is rounded in steps of a share. */
	record Observation(double latency, double resolution, Outcome outcome) {

		public static final Observation NONE = new Observation(Double.NaN, 0, Outcome.BROKEN);

		public boolean held() {
			return this.outcome == Outcome.HELD;
		}

		/** Whether it shows nothing, because the client could not drive the rate. */
		boolean saturated() {
			return this.outcome == Outcome.LOAD_GENERATOR_SATURATED;
		}

	}

}
