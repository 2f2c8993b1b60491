package dev.grpctuning.load.tune.search;

import java.time.Duration;

/**
 * How the time of a search is divided into its first trials, races and the confirmation.
 *
 * @param change time to set the knobs of a candidate
 * @param warmUp warm-up of a candidate with a value that is new to the server
 * @param trial length of a trial
 * @param rounds maximum number of rounds of the confirmation
 */
public record TuneBudget(Duration time, Duration change, Duration warmUp, Duration settle, Duration trial, int rounds) {

	/** Approximate number of trials until settings have a score. */
	private static final int SCORING = 6;

	public static final int MOST_ROUNDS = 100;

	private static final int USUAL_ROUNDS = 12;

	/** Number of rounds that show a large difference. */
	static final int FEWEST_ROUNDS = 5;

	/** The confirmation has the time divided by this, if that is enough. */
	private static final int CONFIRMING = 5;

	/** Number of lines of the winner for which the longest confirmation has time. */
	private static final int LINES = 3;

	/** Rounds that show effects of about a tenth more often the more time there is. */
	public static int rounds(Duration time) {
		return Math.clamp(time.toMinutes(), USUAL_ROUNDS, MOST_ROUNDS);
	}

	/**
	 * Number of candidates that run in each round, with the configured settings. A single
	 * line is not left out.
	 */
	static int runs(int lines) {
		return (lines > 1) ? lines + 2 : 2;
	}

	/** How long a trial of a race takes; the first with a new value is longer. */
	Duration cost(boolean first) {
		Duration cost = this.change.plus(this.settle).plus(this.trial);
		return first ? cost.plus(this.warmUp) : cost;
	}

	/** Shortest time of a search, in which one candidate is tried. */
	public Duration shortest() {
		return scoring().plus(cost(true).plus(cost(false)).multipliedBy(2)).plus(confirming(2, fewestRounds()));
	}

	/** Time that the races leave for the confirmation. */
	Duration confirming() {
		Duration least = confirming(2, fewestRounds());
		Duration most = confirming(runs(LINES), this.rounds);
		Duration share = this.time.dividedBy(CONFIRMING);
		return (share.compareTo(least) < 0) ? least : (share.compareTo(most) > 0) ? most : share;
	}

	/** Smallest number of rounds for which time is reserved. */
	public int fewestRounds() {
		return Math.min(this.rounds, FEWEST_ROUNDS);
	}

	private Duration scoring() {
		return this.settle.plus(this.trial).multipliedBy(SCORING);
	}

	private Duration confirming(int runs, int eachRound) {
		return scoring().plus(cost(false).multipliedBy(1L + (long) runs * eachRound));
	}

}
