package dev.grpctuning.load.tune.search;

import java.time.Duration;

/**
 * How the time of a search is divided into its first trials, races and the confirmation.
 *
 * @param change time to set the knobs of a candidate
 * @param warmUp warm-up of a candidate that is new to the server
 * @param trial length of a trial
 */
public record TuneBudget(Duration time, Duration change, Duration warmUp, Duration settle, Duration trial, int rounds) {

	/** Approximate number of trials until the configured settings have a score. */
	private static final int FIRST_TRIALS = 6;

	public static final int MOST_ROUNDS = 100;

	private static final int USUAL_ROUNDS = 12;

	/** A recommendation of so many lines is planned for. */
	static final int LINES = 2;

	/** Rounds that show effects of about a tenth more often the more time there is. */
	public static int rounds(Duration time) {
		return Math.clamp(time.toMinutes(), USUAL_ROUNDS, MOST_ROUNDS);
	}

	/** How long a trial of a race takes; the first of a candidate is longer. */
	public Duration cost(boolean first) {
		Duration cost = this.change.plus(this.settle).plus(this.trial);
		return first ? cost.plus(this.warmUp) : cost;
	}

	/** Time left for races. */
	public Duration left(Duration spent) {
		return this.time.minus(spent).minus(confirming());
	}

	/** A search in which one candidate is tried. */
	public Duration shortest() {
		return this.settle.plus(this.trial)
			.multipliedBy(FIRST_TRIALS)
			.plus(cost(true).plus(cost(false)).multipliedBy(2))
			.plus(confirming());
	}

	private Duration confirming() {
		return cost(false).multipliedBy(1L + Confirmation.runs(LINES) * this.rounds);
	}

}
