package dev.grpctuning.load.experiment;

import java.time.Duration;

import dev.grpctuning.load.search.Candidate;

/**
 * Told how the search for better knobs gets on.
 */
public interface TuneListener {

	/**
	 * It is known what will be tried.
	 * @param candidates number of candidates
	 * @param all number of those that there are
	 * @param left how long all of it will take, roughly
	 */
	void planned(int candidates, int all, Duration left);

	/**
	 * The server cannot be changed while it runs, so that one is started for each
	 * candidate.
	 * @param reason why
	 */
	void unchangeable(String reason);

	/**
	 * A candidate is about to be scored.
	 * @param candidate the candidate
	 * @param rung number of the rung, from 0
	 */
	void started(Candidate candidate, int rung);

	/**
	 * A trial has ended.
	 * @param trial what came of it
	 */
	void tried(Trial trial);

	/**
	 * A candidate has been scored.
	 * @param score what came of it
	 */
	void scored(TuneScore score);

	/**
	 * A candidate is about to show whether it holds the rate of the rounds.
	 * @param candidate the candidate
	 * @param rate calls per second
	 */
	void checking(Candidate candidate, double rate);

	/**
	 * Rounds begin, in which candidates take turns.
	 * @param candidates number of candidates
	 * @param rate calls per second
	 * @param rounds number of rounds
	 */
	void confirming(int candidates, double rate, int rounds);

	/**
	 * A candidate has had its turn in a round, or shown whether it holds their rate.
	 * @param run what came of it
	 */
	void ran(TuneTurn run);

}
