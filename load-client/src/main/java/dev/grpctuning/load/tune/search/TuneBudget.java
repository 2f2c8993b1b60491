package dev.grpctuning.load.tune.search;

import java.time.Duration;

/**
 * How the time of a search is divided into its first trials, races and the confirmation.
 *
 * @param change time to set the knobs of a group of candidates
 * @param warmUp warm-up of a candidate with a value that is new to the server
 * @param trial length of the trial of a candidate
 * @param rate length of a trial in the search for the highest rate of a candidate
 * @param rounds maximum number of rounds of the confirmation
 */
public record TuneBudget(Duration time, Duration change, Duration warmUp, Duration settle, Duration trial,
		Duration rate, int rounds) {

	/** Approximate number of trials until settings have a score. */
	private static final int SCORING = 6;

	private static final Duration LEAD = Duration.ofSeconds(1);

	public static final int MOST_ROUNDS = 100;

	private static final int USUAL_ROUNDS = 12;

	/** Number of rounds that show a large difference. */
	static final int FEWEST_ROUNDS = 5;

	/** The confirmation has the time divided by this, if that is enough. */
	private static final int CONFIRMING = 10;

	/** Number of groups of the longest round for which time is left. */
	private static final int GROUPS = 5;

	/** Rounds that show effects of about a tenth more often the more time there is. */
	public static int rounds(Duration time) {
		return Math.clamp(time.toMinutes(), USUAL_ROUNDS, MOST_ROUNDS);
	}

	/**
	 * How long a group takes.
	 * @param candidates number of candidates
	 * @param fresh number of those with a new value
	 */
	Duration cost(int candidates, int fresh) {
		return this.change.plus(settle(candidates))
			.plus(this.trial.multipliedBy(candidates))
			.plus(this.warmUp.multipliedBy(fresh));
	}

	/** Time before a group is measured. The server starts turns after a second. */
	Duration settle(int candidates) {
		return (candidates > 1 && this.settle.compareTo(LEAD) < 0) ? LEAD : this.settle;
	}

	/** Shortest time of a search, in which one candidate is tried. */
	public Duration shortest() {
		return scoring().plus(cost(1, 1).plus(cost(1, 0)).multipliedBy(2)).plus(confirming(2, fewestRounds()));
	}

	/** Time that the races leave for the confirmation. */
	Duration confirming() {
		Duration least = confirming(2, fewestRounds());
		Duration most = confirming(GROUPS, this.rounds);
		Duration share = this.time.dividedBy(CONFIRMING);
		return (share.compareTo(least) < 0) ? least : (share.compareTo(most) > 0) ? most : share;
	}

	/** Smallest number of rounds for which time is reserved. */
	public int fewestRounds() {
		return Math.min(this.rounds, FEWEST_ROUNDS);
	}

	private Duration scoring() {
		return this.rate.multipliedBy(SCORING);
	}

	private Duration confirming(int groups, int eachRound) {
		return scoring().plus(cost(1, 0).multipliedBy(1L + (long) groups * eachRound));
	}

}
