package dev.grpctuning.load.search;

import java.io.IOException;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * Scores a server quickly: raises a rate by steps until the objective fails, or lowers it
 * until it holds, and halves the gap on a logarithmic scale, with one trial at each rate.
 * What disturbs a trial makes objectives fail, not hold: so the rate at which it failed
 * is tried once more, and if it holds now, the search continues from there. A trial that
 * shows nothing because the client could not drive the rate is repeated at once.
 */
public final class Bisection {

	private final Settings settings;

	private final RateTrial trial;

	private double held;

	private double broken = Double.POSITIVE_INFINITY;

	public Bisection(Settings settings, RateTrial trial) {
		this.settings = settings;
		this.trial = trial;
	}

	/** Returns the highest rate that held, 0 if none did. */
	public double search() throws IOException, InterruptedException {
		climb(this.settings.start(), this.settings.step());
		descend();
		double doubted = 0;
		while (this.held != 0 && Double.isFinite(this.broken) && this.broken != doubted) {
			narrow();
			doubted = this.broken;
			climb(doubted, 1 + this.settings.precision());
		}
		return this.held;
	}

	private void climb(double from, double firstStep) throws IOException, InterruptedException {
		double rate = from;
		double step = firstStep;
		while (tryAt(rate)) {
			if (rate >= this.settings.highest()) {
				this.broken = Double.POSITIVE_INFINITY;
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
		Outcome outcome = this.trial.at(rate);
		if (outcome == Outcome.LOAD_GENERATOR_SATURATED) {
			outcome = this.trial.at(rate);
		}
		if (outcome == Outcome.HELD) {
			this.held = rate;
			return true;
		}
		this.broken = rate;
		return false;
	}

	/**
	 * How a rate is searched for.
	 *
	 * @param lowest rate below which none is tried
	 * @param step factor between rates until the knee is between two of them, above 1
	 * @param precision how close to the knee the search must come, as a share of the rate
	 */
	public record Settings(double start, double lowest, double highest, double step, double precision) {
	}

}
