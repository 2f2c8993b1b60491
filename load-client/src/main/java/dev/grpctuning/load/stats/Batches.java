package dev.grpctuning.load.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.stats.Precision.PercentileInterval;
import dev.grpctuning.load.stats.Precision.PercentileInterval.Missing;
import dev.grpctuning.slices.Interval;

/**
 * The latencies of one run in batches of equal time, and confidence intervals from them.
 * <p>
 * The calls of a run are not independent: a pause of the server hits many in a row. So a
 * percentile is as exact as that of fewer independent calls: of n / d calls, where d is
 * the design effect, the variance of the number of calls above the percentile divided by
 * its binomial variance n q (1 - q). With D<sub>i</sub>, the calls above it in batch i
 * less the share q of the batch's calls, this variance is b / (b - 1) · Σ D<sub>i</sub>²
 * over b batches (Woodruff, Confidence Intervals for Medians and Other Position Measures,
 * 1952; batch means as in Schmeiser, Batch Size Effects in the Analysis of Simulation
 * Output, 1982).
 * <ul>
 * <li>If consecutive batches are shown to depend on each other, by a correlation r above
 * 1.645 / √b, the variance is multiplied by (1 + r) / (1 - r), as in an autoregressive
 * process.
 * <li>It is multiplied by (t / z)² for the b - 1 degrees of freedom, and d is never below
 * 1: Korn and Graubard, Confidence Intervals for Proportions with Small Expected Number
 * of Positive Counts Estimated from Survey Data (1998).
 * </ul>
 * The interval is that of order statistics of n / d calls: David and Nagaraja, Order
 * Statistics (2003), section 7.1, with fractional ranks, since n / d is no whole number
 * (Hutson, Calculating Nonparametric Confidence Intervals for Quantiles Using Fractional
 * Order Statistics, 1999). If even the slowest call is below the percentile with more
 * than half of the error, p<sup>n / d</sup> &gt; error / 2, there is no interval, as in
 * Kogias, Mallon and Bugnion, Lancet (2019).
 * <p>
 * {@code BatchesTests} simulates runs and checks how often the interval holds the true
 * percentile. Does NOT safely support concurrent use.
 */
public final class Batches {

	/** Fewer batches do not show how much they differ. */
	private static final int FEWEST = 5;

	/** Then two batches become one, so that a long run needs no more memory. */
	private static final int MOST = 40;

	/** A shorter time is added to the batch before. */
	private static final double SHORT_SECONDS = 0.5;

	/** The 95th percentile of the normal distribution. */
	private static final double SHOWN = 1.645;

	private static final int BISECTIONS = 50;

	private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

	private final Histogram total = new Histogram(3);

	private final List<Batch> batches = new ArrayList<>();

	private double seconds;

	private int secondsPerBatch = 1;

	private int secondsOfLast;

	/** Adds a second of the run, unless no call has ended so far. */
	public void add(Histogram micros, double duration) {
		if (this.batches.isEmpty() && micros.getTotalCount() == 0) {
			return;
		}
		boolean begins = this.batches.isEmpty()
				|| this.secondsOfLast == this.secondsPerBatch && duration >= SHORT_SECONDS;
		if (begins && this.batches.size() == MOST) {
			for (int i = 0; i < MOST / 2; i++) {
				Batch second = this.batches.remove(i + 1);
				this.batches.get(i).add(second.micros, second.seconds);
			}
			this.secondsPerBatch *= 2;
		}
		if (begins) {
			this.batches.add(new Batch());
			this.secondsOfLast = 0;
		}
		this.batches.getLast().add(micros, duration);
		this.secondsOfLast += (duration >= SHORT_SECONDS) ? 1 : 0;
		this.total.add(micros);
		this.seconds += duration;
	}

	/** Time since the first call ended. */
	public double seconds() {
		return this.seconds;
	}

	/** The interval of answers per second, {@code null} if the run is too short. */
	public @Nullable Interval rate(double error) {
		if (this.batches.size() < FEWEST) {
			return null;
		}
		double rate = this.total.getTotalCount() / this.seconds;
		double deviation = Math.sqrt(variance((batch) -> batch.micros.getTotalCount() - rate * batch.seconds, error))
				/ this.seconds;
		double around = NORMAL.inverseSurvivalProbability(error / 2) * deviation;
		return new Interval(Math.max(0, rate - around), rate + around);
	}

	/**
	 * The interval of a percentile.
	 * @param error probability that it does not hold the true percentile
	 */
	public PercentileInterval percentile(LatencyFigure figure, double error) {
		double share = figure.percentile() / 100;
		long calls = this.total.getTotalCount();
		long micros = this.total.getValueAtPercentile(figure.percentile());
		if (this.batches.size() < FEWEST) {
			return new PercentileInterval(figure.title(), micros, 0, null, Missing.TOO_SHORT);
		}
		double needed = needed(figure, error);
		double independent = calls / Math.max(1, designEffect(micros, error));
		if (independent < needed) {
			return new PercentileInterval(figure.title(), micros, independent, null,
					(calls < needed) ? Missing.TOO_FEW_CALLS : Missing.CALLS_TOGETHER);
		}
		double low = rank(independent, share, 1 - error / 2) / independent * calls;
		double high = rank(independent, share, error / 2) / independent * calls;
		return new PercentileInterval(figure.title(), micros, independent,
				new Interval(at((long) low), at((long) Math.ceil(high))), null);
	}

	/** Independent calls without which there is no interval. */
	public static double needed(LatencyFigure figure, double error) {
		double share = figure.percentile() / 100;
		return Math.log(error / 2) / Math.log(Math.max(share, 1 - share));
	}

	/** The larger of the design effects with and without the calls of this very time. */
	private double designEffect(long micros, double error) {
		long below = this.total.lowestEquivalentValue(micros) - 1;
		return Math.max(designEffect((some) -> some.getCountBetweenValues(0, micros), error),
				designEffect((some) -> some.getCountBetweenValues(0, below), error));
	}

	private double designEffect(ToLongFunction<Histogram> counted, double error) {
		double calls = this.total.getTotalCount();
		double share = counted.applyAsLong(this.total) / calls;
		double binomial = calls * share * (1 - share);
		return (binomial > 0)
				? variance((batch) -> counted.applyAsLong(batch.micros) - share * batch.micros.getTotalCount(), error)
						/ binomial
				: 1;
	}

	/** Variance of the sum of what the batches differ by, for normal quantiles. */
	private double variance(ToDoubleFunction<Batch> difference, double error) {
		double[] values = this.batches.stream().mapToDouble(difference).toArray();
		double squares = Arrays.stream(values).map((value) -> value * value).sum();
		double products = 0;
		for (int i = 1; i < values.length; i++) {
			products += values[i] * values[i - 1];
		}
		double correlation = (squares > 0) ? products / squares : 0;
		double dependence = (correlation > SHOWN / Math.sqrt(values.length)) ? (1 + correlation) / (1 - correlation)
				: 1;
		int freedom = values.length - 1;
		double wider = TDistribution.of(freedom).inverseSurvivalProbability(error / 2)
				/ NORMAL.inverseSurvivalProbability(error / 2);
		return squares * values.length / freedom * dependence * wider * wider;
	}

	/**
	 * The rank k of so many calls whose share of slower times, which is beta (k, calls -
	 * k + 1), is below a share with a probability.
	 */
	private static double rank(double calls, double share, double probability) {
		double low = 0;
		double high = calls;
		for (int i = 0; i < BISECTIONS; i++) {
			double middle = (low + high) / 2;
			if (BetaDistribution.of(middle, calls - middle + 1).cumulativeProbability(share) > probability) {
				low = middle;
			}
			else {
				high = middle;
			}
		}
		return high;
	}

	private double at(long rank) {
		long calls = this.total.getTotalCount();
		return this.total.getValueAtPercentile(100 * Math.nextDown(Math.clamp(rank, 1.0, calls) / calls));
	}

	private static final class Batch {

		private final Histogram micros = new Histogram(3);

		private double seconds;

		void add(Histogram more, double duration) {
			this.micros.add(more);
			this.seconds += duration;
		}

	}

}
