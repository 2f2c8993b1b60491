package dev.grpctuning.load.tune.search;

import java.io.IOException;

import dev.grpctuning.load.search.RateTrial.Outcome;

/** Tries candidates at a server. */
public interface TuningTrials {

	/** Time of the search, which all trials share. */
	TuneClock clock();

	/** Name of the latency by which candidates are compared, such as p99. */
	String comparedBy();

	/**
	 * Runs a short trial.
	 * @param race number of the race, from 1
	 */
	Observation race(Candidate candidate, int race, double rate) throws IOException, InterruptedException;

	/** Searches the highest rate at which the objective holds. */
	double highestRate(Candidate candidate, double start) throws IOException, InterruptedException;

	/** Runs a trial of a round that confirms the winner, from 1, or 0 for one before. */
	Observation round(Candidate candidate, int round, double rate) throws IOException, InterruptedException;

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
