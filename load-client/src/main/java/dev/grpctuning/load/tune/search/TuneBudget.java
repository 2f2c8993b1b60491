package dev.grpctuning.load.tune.search;

import java.time.Duration;
import java.util.List;

/** How many candidates can be tried in a time. */
public record TuneBudget(Duration time, Duration spent, Duration setUp, Duration settle, Duration trial,
		Duration confirmation, int rounds) {

	/** Trials that it takes to score a candidate of which nothing is known, roughly. */
	private static final int FIRST_TRIALS = 6;

	private static final int FURTHER_TRIALS = 5;

	/** A recommendation of so many lines is planned for. */
	private static final int LINES = 2;

	/** Scores of the configured values, the best, and the best without each line. */
	private static final int PRUNING = 2 + LINES;

	/** Number of candidates that fit, 0 if the time is too short for one. */
	public int candidates(int all) {
		int fit = 0;
		while (fit < all && length(fit + 1).compareTo(this.time) <= 0) {
			fit++;
		}
		return fit;
	}

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

	/** Length of the trials of a rung, from 0. */
	public static Duration trial(Duration first, int rung) {
		return first.multipliedBy(1L << rung);
	}

	private Duration confirming() {
		int runs = 1 + Confirmation.runs(LINES) * this.rounds;
		return this.setUp.plus(this.settle).plus(this.confirmation).multipliedBy(runs);
	}

}
