package dev.grpctuning.load.tune.search;

import java.time.Duration;

/**
 * How the time of a search is divided into its first trials, races and the confirmation.
 *
 * @param change time to set the knobs of a candidate
 * @param warmUp warm-up of a candidate with a value that is new to the server
 * @param trial length of a trial
 * @param rounds most rounds of the confirmation
 */
public record TuneBudget(Duration time, Duration change, Duration warmUp, Duration settle, Duration trial, int rounds) {

	/** Approximate number of trials until settings have a score. */
	private static final int SCORING = 6;

	public static final int MOST_ROUNDS = 100;

	private static final int USUAL_ROUNDS = 12;

	/** So many rounds show a large difference. */
	static final int FEWEST_ROUNDS = 5;

	/** Share of the time that the confirmation has if that is enough. */
	private static final int CONFIRMING = 5;

	/** The winner has at most so many lines if there is time for more. */
	private static final int LINES = 3;

	/** Rounds that show effects of about a tenth more often the more time there is. */
	public static int rounds(Duration time) {
		return Math.clamp(time.toMinutes(), USUAL_ROUNDS, MOST_ROUNDS);
	}

	/** How many candidates run in each round: without a single line there is none. */
	static int runs(int lines) {
		return (lines > 1) ? lines + 2 : 2;
	}

	/** How long a trial of a race takes; the first with a new value is longer. */
	Duration cost(boolean first) {
		Duration cost = this.change.plus(this.settle).plus(this.trial);
		return first ? cost.plus(this.warmUp) : cost;
	}

	/** A search in which one candidate is tried. */
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

	/** Rounds for which there is time, whatever is planned. */
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
