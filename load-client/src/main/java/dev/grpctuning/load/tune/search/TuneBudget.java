package dev.grpctuning.load.search;

import java.time.Duration;
import java.util.List;

/**
 * How many candidates can be tried in a time.
 *
 * @param time the time
 * @param spent what is over of it
 * @param setUp time until a server is another candidate and warm
 * @param settle time before each trial
 * @param trial length of the trials of the first rung, which doubles from rung to rung
 * @param confirmation length of a run of the rounds
 * @param rounds number of rounds
 */
public record TuneBudget(Duration time, Duration spent, Duration setUp, Duration settle, Duration trial,
		Duration confirmation, int rounds) {

	/**
	 * Trials that it takes to score a candidate of which nothing is known, roughly.
	 */
	private static final int FIRST_TRIALS = 6;

	/**
	 * The same when its score in the rung before is known.
	 */
	private static final int FURTHER_TRIALS = 5;

	/**
	 * A recommendation of so many lines is planned for.
	 */
	private static final int LINES = 2;

	/**
	 * Scores before the rounds: of what is configured, of the best, and of that without
	 * each of its lines.
	 */
	private static final int PRUNING = 2 + LINES;

	/**
	 * How many candidates fit.
	 * @param all how many there are
	 * @return their number, 0 if the time is too short for one
	 */
	public int candidates(int all) {
		int fit = 0;
		while (fit < all && length(fit + 1).compareTo(this.time) <= 0) {
			fit++;
		}
		return fit;
	}

	/**
	 * How long it takes to try candidates and to confirm the best one.
	 * @param candidates their number
	 * @return the whole time, roughly, with that which is over
	 */
	public Duration length(int candidates) {
		Duration sum = this.spent.plus(confirming());
		List<Integer> rungs = SuccessiveHalving.rungs(candidates);
		for (int rung = 0; rung < rungs.size(); rung++) {
			// What is configured was scored in the first rung already.
			int servers = rungs.get(rung) + ((rung != 0) ? 1 : 0);
			sum = sum.plus(score(rung, (rung != 0) ? FURTHER_TRIALS : FIRST_TRIALS).multipliedBy(servers));
		}
		return sum.plus(score(Math.max(0, rungs.size() - 1), FURTHER_TRIALS).multipliedBy(PRUNING));
	}

	private Duration score(int rung, int trials) {
		return this.setUp.plus(this.settle.plus(trial(this.trial, rung)).multipliedBy(trials));
	}

	/**
	 * Length of the trials of a rung.
	 * @param first length of those of the first rung
	 * @param rung number of the rung, from 0
	 * @return the length
	 */
	public static Duration trial(Duration first, int rung) {
		return first.multipliedBy(1L << rung);
	}

	private Duration confirming() {
		int runs = 1 + Confirmation.runs(LINES) * this.rounds;
		return this.setUp.plus(this.settle).plus(this.confirmation).multipliedBy(runs);
	}

}
