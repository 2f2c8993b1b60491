package dev.grpctuning.load.search;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * A server whose knee is known, on a machine that drifts and is noisy: the knee swings by
 * some 13 % from hour to hour and by 3 % from trial to trial, tails of latency by 20 %,
 * and one trial in fifty is spoilt.
 */
final class SimulatedServer {

	private static final double DRIFT = 0.13;

	private static final double LIKENESS = 0.98;

	private static final double OBJECTIVE_MICROS = 10_000;

	private static final double IDLE_MICROS = 1000;

	private final RandomGenerator random;

	private final double knee;

	private double drift;

	/**
	 * Creates a server.
	 * @param seed seed of the noise
	 * @param knee rate at which its p99 is 10 ms
	 */
	SimulatedServer(long seed, double knee) {
		this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		this.knee = knee;
		this.drift = DRIFT * this.random.nextGaussian();
	}

	/**
	 * Drives a rate: p99 grows as in a queue with one server, and beyond its capacity
	 * with the length of the trial.
	 */
	private double p99(double rate) {
		this.drift = LIKENESS * this.drift + Math.sqrt(1 - LIKENESS * LIKENESS) * DRIFT * this.random.nextGaussian();
		double capacity = this.knee / (1 - IDLE_MICROS / OBJECTIVE_MICROS)
				* Math.exp(this.drift + 0.03 * this.random.nextGaussian());
		double p99 = (rate < capacity * 0.999) ? IDLE_MICROS / (1 - rate / capacity)
				: 1_000_000 * (1.001 - capacity / rate);
		double spoilt = (this.random.nextInt(50) == 0) ? 20 : 1;
		return p99 * spoilt * Math.exp(0.2 * this.random.nextGaussian());
	}

	Outcome at(double rate) {
		return (p99(rate) < OBJECTIVE_MICROS) ? Outcome.HELD : Outcome.BROKEN;
	}

}
