package dev.grpctuning.load.stats;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.NormalDistribution;

import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.slices.Interval;

/**
 * Latencies of calls that arrive at random. Without pauses, their logarithms are normal,
 * so that the true percentiles are known.
 */
public enum SimulatedCalls {

	/** No call depends on another. */
	INDEPENDENT,

	/** Each depends on the one before, with a correlation of 0.9. */
	AUTOREGRESSIVE,

	/**
	 * Pauses of 20 ms on average, two in a second, delay all calls that arrive in them.
	 */
	WITH_PAUSES;

	private static final double SPREAD = 0.5;

	private static final double MICROS = 1000;

	private static final double CORRELATION = 0.9;

	private static final double SECONDS_BETWEEN_PAUSES = 0.5;

	private static final double LONGEST_PAUSE = 0.04;

	/** Draws the latencies in microseconds of one call after the other. */
	public DoubleSupplier calls(SplittableRandom random, int perSecond) {
		return switch (this) {
			case INDEPENDENT -> () -> micros(random.nextGaussian());
			case AUTOREGRESSIVE -> new DoubleSupplier() {

				private double normal = random.nextGaussian();

				@Override
				public double getAsDouble() {
					this.normal = CORRELATION * this.normal
							+ Math.sqrt(1 - CORRELATION * CORRELATION) * random.nextGaussian();
					return micros(this.normal);
				}

			};
			case WITH_PAUSES -> new DoubleSupplier() {

				private double now;

				private double begin = random.nextExponential() * SECONDS_BETWEEN_PAUSES;

				private double end;

				@Override
				public double getAsDouble() {
					this.now += random.nextExponential() / perSecond;
					while (this.now >= this.begin) {
						this.end = this.begin + LONGEST_PAUSE * random.nextDouble();
						this.begin = this.end + random.nextExponential() * SECONDS_BETWEEN_PAUSES;
					}
					return micros(random.nextGaussian()) + 1e6 * Math.max(0, this.end - this.now);
				}

			};
		};
	}

	/** The latencies of a second. */
	public static Histogram second(DoubleSupplier calls, int perSecond) {
		Histogram micros = new Histogram(3);
		for (int call = 0; call < perSecond; call++) {
			micros.recordValue((long) calls.getAsDouble());
		}
		return micros;
	}

	/**
	 * The true percentile in microseconds. With pauses, it is that of so many calls that
	 * it is nearly exact.
	 */
	public double truth(LatencyFigure figure, int perSecond) {
		if (this != WITH_PAUSES) {
			return micros(NormalDistribution.of(0, 1).inverseCumulativeProbability(figure.percentile() / 100));
		}
		DoubleSupplier calls = calls(new SplittableRandom(1), perSecond);
		Histogram micros = new Histogram(3);
		for (int call = 0; call < 5_000_000; call++) {
			micros.recordValue((long) calls.getAsDouble());
		}
		return micros.getValueAtPercentile(figure.percentile());
	}

	/** Whether an interval holds a value, but for the rounding of a histogram. */
	public static boolean holds(Interval interval, double micros) {
		return interval.low() <= 1.001 * micros && micros <= 1.001 * interval.high();
	}

	private static double micros(double normal) {
		return MICROS * Math.exp(SPREAD * normal);
	}

}
