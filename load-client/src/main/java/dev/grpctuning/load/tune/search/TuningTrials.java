package dev.grpctuning.load.search;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Tries candidates at a server.
 */
public interface TuningTrials {

	/**
	 * Finds the highest rate at which the objective holds.
	 * @param candidate what to try
	 * @param rung number of the rung, from 0: the higher, the longer the trials
	 * @param hint what that rate was in the rung before, 0 if it is not known
	 * @return calls per second, 0 if it holds at none or the server does not start
	 * @throws InterruptedException if all is to end
	 * @throws IOException if it could not be tried, which ends the search
	 */
	double bestRate(Candidate candidate, int rung, double hint) throws IOException, InterruptedException;

	/**
	 * Tries one rate for as long as in a round.
	 * @param candidate what to try
	 * @param rate calls per second
	 * @return whether the objective holds
	 * @throws InterruptedException if all is to end
	 * @throws IOException if it could not be tried, which ends the search
	 */
	boolean holds(Candidate candidate, double rate) throws IOException, InterruptedException;

	/**
	 * Runs candidates in turns at one rate.
	 * @param candidates what to run
	 * @param rate calls per second
	 * @return what each showed, as many observations as there are rounds
	 * @throws InterruptedException if all is to end
	 * @throws IOException if it could not be tried, which ends the search
	 */
	Map<Candidate, List<Observation>> rounds(List<Candidate> candidates, double rate)
			throws IOException, InterruptedException;

}
