package dev.grpctuning.load.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.tune.search.Candidate;
import dev.grpctuning.load.tune.search.KnobSpace;
import dev.grpctuning.load.tune.search.Recommendation;
import dev.grpctuning.load.tune.search.TuneSearch;
import dev.grpctuning.load.tune.search.TuningTrials;

/**
 * A server whose knee and knobs are known, on a machine that drifts and is noisy: the
 * knee swings by some 13 % from hour to hour and by 3 % from trial to trial, tails of
 * latency by 20 %, and one trial in fifty is spoilt.
 */
public final class SimulatedServer implements TuningTrials {

	private static final double DRIFT = 0.13;

	private static final double LIKENESS = 0.98;

	private static final double OBJECTIVE_MICROS = 10_000;

	private static final double IDLE_MICROS = 1000;

	private static final int ROUNDS = 5;

	private final RandomGenerator random;

	private final double knee;

	private final Map<String, Double> effects;

	private final double optimism;

	private double drift;

	/**
	 * Creates a server.
	 * @param seed seed of the noise
	 * @param knee rate at which its p99 is 10 ms, as it is configured
	 * @param effects factors of the knee by {@code knob=value}; others have none
	 */
	public SimulatedServer(long seed, double knee, Map<String, Double> effects) {
		this(seed, knee, effects, 1);
	}

	/**
	 * Creates a server.
	 * @param optimism factor by which scores are too good, as those of short trials are
	 */
	private SimulatedServer(long seed, double knee, Map<String, Double> effects, double optimism) {
		this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		this.knee = knee;
		this.effects = effects;
		this.optimism = optimism;
		this.drift = DRIFT * this.random.nextGaussian();
	}

	/** The knee of a candidate without drift and noise. */
	double knee(Candidate candidate) {
		double factor = candidate.knobs()
			.entrySet()
			.stream()
			.mapToDouble((knob) -> this.effects.getOrDefault(knob.getKey() + "=" + knob.getValue(), 1.0))
			.reduce(1, (one, other) -> one * other);
		return this.knee * factor;
	}

	/**
	 * Drives a rate: p99 grows as in a queue with one server, and beyond its capacity
	 * with the length of the trial.
	 */
	private double p99(Candidate candidate, double rate) {
		this.drift = LIKENESS * this.drift + Math.sqrt(1 - LIKENESS * LIKENESS) * DRIFT * this.random.nextGaussian();
		double capacity = knee(candidate) / (1 - IDLE_MICROS / OBJECTIVE_MICROS)
				* Math.exp(this.drift + 0.03 * this.random.nextGaussian());
		double p99 = (rate < capacity * 0.999) ? IDLE_MICROS / (1 - rate / capacity)
				: 1_000_000 * (1.001 - capacity / rate);
		double spoilt = (this.random.nextInt(50) == 0) ? 20 : 1;
		return p99 * spoilt * Math.exp(0.2 * this.random.nextGaussian());
	}

	Outcome at(double rate) {
		return (p99(Candidate.CONFIGURED, rate) < OBJECTIVE_MICROS) ? Outcome.HELD : Outcome.BROKEN;
	}

	@Override
	public double bestRate(Candidate candidate, int rung, double hint) {
		double start = (hint > 0) ? hint : this.knee / 2;
		Bisection.Settings settings = new Bisection.Settings(start, start / 16, 1e6, (hint > 0) ? 1.25 : 2,
				0.2 / (1 << rung));
		try {
			return new Bisection(settings, (rate) -> (p99(candidate, rate / optimism(candidate)) < OBJECTIVE_MICROS)
					? Outcome.HELD : Outcome.BROKEN)
				.search()
				.callsPerSecond();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** What is overloaded by far shows it in a short trial as well. */
	private double optimism(Candidate candidate) {
		return candidate.knobs().isEmpty() ? 1 : this.optimism;
	}

	@Override
	public boolean holds(Candidate candidate, double rate) {
		return p99(candidate, rate) < OBJECTIVE_MICROS;
	}

	@Override
	public Map<Candidate, List<TuningTrials.Observation>> rounds(List<Candidate> candidates, double rate) {
		Map<Candidate, List<TuningTrials.Observation>> seen = new HashMap<>();
		for (int round = 0; round < ROUNDS; round++) {
			for (Candidate candidate : (round % 2 != 0) ? candidates.reversed() : candidates) {
				double p99 = p99(candidate, rate);
				seen.computeIfAbsent(candidate, (any) -> new ArrayList<>())
					.add(new TuningTrials.Observation(p99, 0, p99 < OBJECTIVE_MICROS));
			}
		}
		return seen;
	}

	/** What is recommended with each of several seeds. */
	public static List<Recommendation> recommendations(int seeds, KnobSpace space, int candidates,
			Map<String, Double> effects) {
		return recommendations(seeds, space, candidates, effects, 1);
	}

	/** The same, with scores that are too good. */
	public static List<Recommendation> recommendations(int seeds, KnobSpace space, int candidates,
			Map<String, Double> effects, double optimism) {
		return IntStream.range(0, seeds).mapToObj((seed) -> {
			SimulatedServer server = new SimulatedServer(seed, 2000, effects, optimism);
			try {
				return new TuneSearch(0.05, server).search(server.bestRate(Candidate.CONFIGURED, 0, 0),
						space.choose(seed, Map.of()).stream().limit(candidates).toList());
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}).toList();
	}

}
