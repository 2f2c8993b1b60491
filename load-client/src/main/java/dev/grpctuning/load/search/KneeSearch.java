package dev.grpctuning.load.search;

import java.io.IOException;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * Searches for the knee of a server: the highest rate at which an objective holds.
 * <p>
 * The rate is raised by steps until the objective breaks (or lowered until it holds, if
 * it breaks at once), and the gap is then halved on a logarithmic scale until it is
 * narrow enough. Since a single trial may be spoilt by the machine, a step can rest on
 * the majority of several. What spoils them may last for longer than these, and it makes
 * objectives break, not hold: so the rate at which it broke is tried once more when the
 * gap is narrow, and if it holds now, the search goes on from there.
 */
public final class KneeSearch {

	private final Settings settings;

	private final RateTrial trial;

	private double held;

	private double broken = Double.POSITIVE_INFINITY;

	private Outcome above = Outcome.HELD;

	public KneeSearch(Settings settings, RateTrial trial) {
		this.settings = settings;
		this.trial = trial;
	}

	public Knee search() throws IOException, InterruptedException {
		climb(this.settings.start(), this.settings.step());
		descend();
		double doubted = 0;
		while (this.held != 0 && Double.isFinite(this.broken) && this.broken != doubted) {
			narrow();
			doubted = this.broken;
			climb(doubted, 1 + this.settings.precision());
		}
		return new Knee(this.held, Double.isFinite(this.broken) ? this.broken : null, limit());
	}

	private Knee.Limit limit() {
		return switch (this.above) {
			case HELD -> Knee.Limit.HIGHEST;
			case LOAD_GENERATOR_SATURATED -> Knee.Limit.CLIENT;
			case BROKEN -> Knee.Limit.OBJECTIVE;
		};
	}

	private void climb(double from, double firstStep) throws IOException, InterruptedException {
		double rate = from;
		double step = firstStep;
		while (tryAt(rate)) {
			if (rate >= this.settings.highest()) {
				this.broken = Double.POSITIVE_INFINITY;
				this.above = Outcome.HELD;
				return;
			}
			rate = Math.min(step * rate, this.settings.highest());
			step = Math.min(step * step, this.settings.step());
		}
	}

	private void descend() throws IOException, InterruptedException {
		while (this.held == 0 && this.broken / this.settings.step() >= this.settings.lowest()) {
			tryAt(this.broken / this.settings.step());
		}
	}

	private void narrow() throws IOException, InterruptedException {
		while (this.broken > this.held * (1 + this.settings.precision())) {
			tryAt(Math.sqrt(this.held * this.broken));
		}
	}

	private boolean tryAt(double rate) throws IOException, InterruptedException {
		Outcome outcome = confirmed(rate);
		if (outcome == Outcome.HELD) {
			this.held = rate;
			return true;
		}
		this.broken = rate;
		this.above = outcome;
		return false;
	}

	/** Tries a rate until most trials agree whether it holds. */
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

	/**
	 * How a knee is searched for.
	 *
	 * @param lowest rate below which none is tried
	 * @param step factor between rates until the knee is between two of them, above 1
	 * @param precision how close to the knee the search must come, as a share of the rate
	 * @param votes trials that must agree about a rate: of 2 or 3 trials 2, of one trial
	 * 1
	 */
	public record Settings(double start, double lowest, double highest, double step, double precision, int votes) {

		/** Doubles or halves the rate by the majority of two or three trials. */
		public static Settings confirmed(double start, double highest, double precision) {
			return new Settings(start, start / 1024, highest, 2, precision, 2);
		}

	}

}
