package dev.grpctuning.load.tune;

import java.time.Duration;

import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * Told how the search for better knobs gets on.
 */
public interface TuneListener {

	/**
	 * It is known what will be tried.
	 */
	void planned(int candidates, int all, Duration left);

	/**
	 * The server cannot be changed while it runs, so that one is started for each
	 * candidate.
	 */
	void unchangeable(String reason);

	/**
	 * A candidate is about to be scored.
	 */
	void started(Candidate candidate, int rung);

	/**
	 * A trial has ended.
	 */
	void tried(Trial trial);

	/**
	 * A candidate has been scored.
	 */
	void scored(TuneScore score);

	/**
	 * A candidate is about to show whether it holds the rate of the rounds.
	 */
	void checking(Candidate candidate, double rate);

	/**
	 * Rounds begin, in which each candidate is tried once.
	 */
	void confirming(int candidates, double rate, int rounds);

	/**
	 * A candidate was tried in a round, or has shown whether it holds their rate.
	 */
	void ran(RoundTrial run);

}
