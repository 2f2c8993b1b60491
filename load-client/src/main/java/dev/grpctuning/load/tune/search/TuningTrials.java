package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.Collection;
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

	/**
	 * Tries the candidates of a group in a race.
	 * @param race number of the race, from 1
	 */
	Map<Candidate, Observation> race(List<Candidate> group, int race, double rate)
			throws IOException, InterruptedException;

	/** Searches the highest rate at which the objective holds. */
	double highestRate(Candidate candidate, double start) throws IOException, InterruptedException;

	/**
	 * Tries the candidates of a group in a round that confirms the winner, from 1, or 0
	 * for one before.
	 */
	Map<Candidate, Observation> round(List<Candidate> group, int round, double rate)
			throws IOException, InterruptedException;

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
