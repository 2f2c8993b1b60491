package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Tries candidates at a server. */
public interface TuningTrials {

	/** Finds the highest rate at which the objective holds. */
	double bestRate(Candidate candidate, int rung, double hint) throws IOException, InterruptedException;

	/** Tries one rate for as long as in a round. */
	boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException;

	/** Runs candidates in turns at one rate. */
	Map<Candidate, List<Observation>> rounds(List<Candidate> candidates, double rate)
			throws IOException, InterruptedException;

	/** What a run at a rate showed; the latency is rounded in steps of a share. */
	record Observation(double latency, double resolution, boolean held) {

		public static final Observation NONE = new Observation(Double.NaN, 0, false);

	}

}
