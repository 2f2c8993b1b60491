package dev.grpctuning.load.stats;

import java.util.List;
import java.util.stream.IntStream;

import org.apache.commons.statistics.distribution.NormalDistribution;

import dev.grpctuning.slices.Interval;

/**
 * The rate that holds with a probability of 90 %, from trials that held or did not: a
 * probit regression over the logarithm of the rate, as for doses (Finney, 1971).
 * <p>
 * Maximum likelihood has no solution where no trial that failed was below one that held,
 * which is what a server without noise shows. The fit is therefore Bayesian, on a grid,
 * with weak priors: the rate may be any, its spread is about 6 % (log-normal, by a factor
 * of 3.7), and some trials fail for another reason than the rate, such as other work on
 * the machine (0.2 to 8 %; the lapses of Wichmann and Hill, 2001). The interval has the
 * middle 95 % of the posterior. It covers the rate at about this share also when a spread
 * or lapses are given, which the tests simulate.
 */
public final class HoldingRate {

	private static final double PROBABILITY = 0.9;

	private static final double TAIL = 0.025;

	private static final double NEGLIGIBLE = 1e-4;

	private static final int POINTS = 80;

	/** How far beyond the rates that were tried the rate may be, as logarithms. */
	private static final double BELOW = 1.5;

	private static final double ABOVE = 1;

	private static final double[] SPREADS = IntStream.range(0, 8)
		.mapToDouble((i) -> 0.008 * Math.pow(75, i / 7.0))
		.toArray();

	private static final double SPREAD = 0.06;

	private static final double LOG_SPREAD_DEVIATION = 1.3;

	private static final double[] LAPSES = { 0.002, 0.02, 0.05, 0.08 };

	private static final double[] LAPSE_PRIORS = { 0.3, 0.35, 0.2, 0.15 };

	/** Of the normal distribution, from -8 in hundredths: the fit asks it very often. */
	private static final double[] CUMULATIVE = IntStream.rangeClosed(0, 1600)
		.mapToDouble((i) -> NormalDistribution.of(0, 1).cumulativeProbability(i / 100.0 - 8))
		.toArray();

	private final double first;

	private final double step;

	private final double[] weights = new double[POINTS];

	private double logSpread;

	private HoldingRate(List<Tried> trials, double from, double to) {
		this.step = (to - from) / POINTS;
		this.first = from;
		weigh(trials);
	}

	/** Fits one trial or more. */
	public static HoldingRate of(List<Tried> trials) {
		double[] rates = trials.stream().mapToDouble((trial) -> Math.log(trial.rate())).sorted().toArray();
		HoldingRate coarse = new HoldingRate(trials, rates[0] - BELOW, rates[rates.length - 1] + ABOVE);
		return new HoldingRate(trials, coarse.quantile(NEGLIGIBLE) - coarse.step,
				coarse.quantile(1 - NEGLIGIBLE) + coarse.step);
	}

	/** The rate, the median of the posterior. */
	public double rate() {
		return Math.exp(quantile(0.5));
	}

	/** The interval that has the rate with a probability of 95 %. */
	public Interval interval() {
		return new Interval(Math.exp(quantile(TAIL)), Math.exp(quantile(1 - TAIL)));
	}

	/** Standard deviation of the knee from trial to trial, as a share of the rate. */
	public double spread() {
		return Math.exp(this.logSpread);
	}

	private void weigh(List<Tried> trials) {
		double[] rates = trials.stream().mapToDouble((trial) -> Math.log(trial.rate())).toArray();
		double[][] logs = new double[POINTS][SPREADS.length * LAPSES.length];
		double highest = Double.NEGATIVE_INFINITY;
		for (int cell = 0; cell < SPREADS.length * LAPSES.length; cell++) {
			double spread = SPREADS[cell / LAPSES.length];
			double lapse = LAPSES[cell % LAPSES.length];
			double offset = NormalDistribution.of(0, 1).inverseCumulativeProbability(PROBABILITY / (1 - lapse));
			double deviation = Math.log(spread / SPREAD) / LOG_SPREAD_DEVIATION;
			double prior = Math.log(LAPSE_PRIORS[cell % LAPSES.length]) - deviation * deviation / 2;
			for (int point = 0; point < POINTS; point++) {
				double log = prior;
				for (int i = 0; i < rates.length; i++) {
					double holds = (1 - lapse) * cumulative(offset - (rates[i] - point(point)) / spread);
					log += Math.log(trials.get(i).held() ? holds : 1 - holds);
				}
				logs[point][cell] = log;
				highest = Math.max(highest, log);
			}
		}
		double sum = 0;
		for (int point = 0; point < POINTS; point++) {
			for (int cell = 0; cell < logs[point].length; cell++) {
				double weight = Math.exp(logs[point][cell] - highest);
				this.weights[point] += weight;
				this.logSpread += weight * Math.log(SPREADS[cell / LAPSES.length]);
				sum += weight;
			}
		}
		this.logSpread /= sum;
		for (int point = 0; point < POINTS; point++) {
			this.weights[point] /= sum;
		}
	}

	private double point(int index) {
		return this.first + (index + 0.5) * this.step;
	}

	private static double cumulative(double deviation) {
		double index = Math.clamp((deviation + 8) * 100, 0, CUMULATIVE.length - 1.001);
		int below = (int) index;
		return CUMULATIVE[below] + (index - below) * (CUMULATIVE[below + 1] - CUMULATIVE[below]);
	}

	private double quantile(double share) {
		double sum = 0;
		for (int point = 0; point < POINTS; point++) {
			if (sum + this.weights[point] >= share) {
				return this.first + (point + (share - sum) / this.weights[point]) * this.step;
			}
			sum += this.weights[point];
		}
		return this.first + POINTS * this.step;
	}

	/** A trial at a rate. */
	public record Tried(double rate, boolean held) {
	}

}
