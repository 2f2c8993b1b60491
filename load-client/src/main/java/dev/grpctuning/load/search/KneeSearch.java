package dev.grpctuning.load.search;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * Searches for the knee of a server: the highest rate at which an objective holds.
 * <p>
 * The rate is doubled until the objective breaks (or halved until it holds, if it breaks
 * at once), and the gap is then halved on a logarithmic scale until it is narrow enough.
 * Since a single trial may be spoilt by the machine, what a step rests on is the majority
 * of two or three trials.
 */
public final class KneeSearch {

	private static final int MAJORITY = 2;

	private final double start;

	private final double highest;

	private final double precision;

	private final RateTrial trial;

	/**
	 * Prepares a search.
	 * @param start rate to begin with, in calls per second
	 * @param highest highest rate to try
	 * @param precision how close to the knee the search must come, as a share of the rate
	 * @param trial drives a rate
	 */
	public KneeSearch(double start, double highest, double precision, RateTrial trial) {
		if (!(start > 0 && start <= highest)) {
			throw new IllegalArgumentException("start: " + start + " (expected: above 0, up to " + highest + ")");
		}
		if (!(precision > 0)) {
			throw new IllegalArgumentException("precision: " + precision + " (expected: > 0)");
		}
		this.start = start;
		this.highest = highest;
		this.precision = precision;
		this.trial = trial;
	}

	/**
	 * Searches.
	 * @return the knee
	 * @throws Exception if a trial could not be made
	 */
	public Knee search() throws Exception {
		double held = 0;
		double rate = this.start;
		Outcome outcome = confirmed(rate);
		while (outcome == Outcome.HELD && rate < this.highest) {
			held = rate;
			rate = Math.min(2 * rate, this.highest);
			outcome = confirmed(rate);
		}
		if (outcome == Outcome.HELD) {
			return new Knee(rate, Double.POSITIVE_INFINITY, Knee.Limit.HIGHEST);
		}
		double broken = rate;
		Outcome above = outcome;
		while (held == 0 || broken > held * (1 + this.precision)) {
			if (held == 0 && broken < this.start / 1024) {
				return new Knee(0, broken, limit(above));
			}
			rate = (held != 0) ? Math.sqrt(held * broken) : broken / 2;
			outcome = confirmed(rate);
			if (outcome == Outcome.HELD) {
				held = rate;
			}
			else {
				broken = rate;
				above = outcome;
			}
		}
		return new Knee(held, broken, limit(above));
	}

	private static Knee.Limit limit(Outcome above) {
		return (above != Outcome.CLIENT_LIMITED) ? Knee.Limit.OBJECTIVE : Knee.Limit.CLIENT;
	}

	/**
	 * Tries a rate until most trials agree whether it holds.
	 */
	private Outcome confirmed(double rate) throws Exception {
		int held = 0;
		int notHeld = 0;
		Outcome last = Outcome.HELD;
		while (held < MAJORITY && notHeld < MAJORITY) {
			Outcome outcome = this.trial.at(rate);
			if (outcome == Outcome.HELD) {
				held++;
			}
			else {
				notHeld++;
				last = outcome;
			}
		}
		return (held < MAJORITY) ? last : Outcome.HELD;
	}

}
