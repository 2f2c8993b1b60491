package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Tries candidates at a server. */
public interface TuningTrials {

	/** Time left for races. The confirmation needs further time. */
	Duration left();

	/** How long a trial of a race takes, roughly; the first of a candidate is longer. */
	Duration cost(boolean first);

	/**
	 * Runs a short trial.
	 * @param race number of the race, from 1
	 */
	Observation race(Candidate candidate, int race, double rate) throws IOException, InterruptedException;

	/** Searches the highest rate at which the objective holds. */
	double highestRate(Candidate candidate, double start) throws IOException, InterruptedException;

	/** Tries one rate. */
	boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException;

	/** Runs candidates in turns at one rate. */
	Map<Candidate, List<Observation>> rounds(List<Candidate> candidates, double rate)
			throws IOException, InterruptedException;

	/** What a run at a rate showed; the latency is rounded in steps of a share. */
	record Observation(double latency, double resolution, boolean held) {

		public static final Observation NONE = new Observation(Double.NaN, 0, false);

	}

}
