package dev.grpctuning.load.search;

import java.io.IOException;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * Searches for the knee of a server: the highest rate at which an objective holds.
 * <p>
 * The rate is raised by steps until the objective breaks (or lowered until it holds, if
 * it breaks at once), and the gap is then halved on a logarithmic scale until it is
 * narrow enough. Since a single trial may be spoilt by the machine, a step can rest on
 * the majority of several.
 */
public final class KneeSearch {

	private final KneeSettings settings;

	private final RateTrial trial;

	/**
	 * Prepares a search.
	 * @param settings how to search
	 * @param trial drives a rate
	 */
	public KneeSearch(KneeSettings settings, RateTrial trial) {
		this.settings = settings;
		this.trial = trial;
	}

	/**
	 * Searches.
	 * @return the knee
	 * @throws InterruptedException if all is to end
	 * @throws IOException if a trial could not be made
	 */
	public Knee search() throws IOException, InterruptedException {
		double held = 0;
		double rate = this.settings.start();
		Outcome outcome = confirmed(rate);
		while (outcome == Outcome.HELD && rate < this.settings.highest()) {
			held = rate;
			rate = Math.min(this.settings.step() * rate, this.settings.highest());
			outcome = confirmed(rate);
		}
		if (outcome == Outcome.HELD) {
			return new Knee(rate, Double.POSITIVE_INFINITY, Knee.Limit.HIGHEST);
		}
		double broken = rate;
		Outcome above = outcome;
		while (held == 0 || broken > held * (1 + this.settings.precision())) {
			if (held == 0 && broken / this.settings.step() < this.settings.lowest()) {
				return new Knee(0, broken, limit(above));
			}
			rate = (held != 0) ? Math.sqrt(held * broken) : broken / this.settings.step();
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
	private Outcome confirmed(double rate) throws IOException, InterruptedException {
		int held = 0;
		int notHeld = 0;
		Outcome last = Outcome.HELD;
		while (held < this.settings.votes() && notHeld < this.settings.votes()) {
			Outcome outcome = this.trial.at(rate);
			if (outcome == Outcome.HELD) {
				held++;
			}
			else {
				notHeld++;
				last = outcome;
			}
		}
		return (held < this.settings.votes()) ? last : Outcome.HELD;
	}

}
