package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.RateTrial.Outcome;

/**
 * Trials at a server whose knees are known, on a machine like a shared one with two
 * processors. Its speed drifts, by a factor of about two within an hour. The knee varies
 * by 7 % from one trial to the next, tails of latency by 20 %, and one trial in fifty is
 * spoilt. Between candidates that alternate in slices, both vary by half of that. The
 * time is simulated as well: trials take as long as those of hello-service.
 */
final class SimulatedTuning implements TuningTrials {

	/** Objective of the server whose knees are known: p99 below 10 ms. */
	private static final double OBJECTIVE_MICROS = 10_000;

	private static final double IDLE_MICROS = 1000;

	private static final double NOISE = 0.07;

	private static final double TAIL_NOISE = 0.2;

	/** Share of the noise that candidates which alternate do not have in common. */
	private static final double OWN = 0.5;

	/** By which each setting changes the latency of an idle server. */
	private static final double OWN_LATENCY = 0.15;

	private static final double DRIFT = 0.2;

	private static final double DRIFT_SECONDS = 900;

	private static final double START_SECONDS = 16;

	private static final double SLICE_SECONDS = 0.2;

	private static final Duration CHANGE = Duration.ofMillis(500);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration RATE_TRIAL = Duration.ofSeconds(2);

	private final long seed;

	private final RandomGenerator random;

	private final ToDoubleFunction<Candidate> knees;

	private final boolean sliced;

	private final TuneClock.Costs costs;

	private final Duration time;

	private final TuneClock clock;

	private final Set<Map.Entry<String, String>> warm = new HashSet<>();

	private double drift;

	private double seconds;

	/**
	 * Starts a server.
	 * @param knees knee of each candidate while the machine is as usual
	 * @param sliced whether live settings alternate in slices
	 */
	SimulatedTuning(long seed, ToDoubleFunction<Candidate> knees, Duration time, boolean sliced) {
		this.seed = seed;
		this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		this.knees = knees;
		this.sliced = sliced;
		this.time = time;
		this.costs = new TuneClock.Costs(CHANGE, SECOND, sliced ? SECOND.dividedBy(4) : SECOND,
				sliced ? SECOND.dividedBy(2) : SECOND, RATE_TRIAL.multipliedBy(6));
		this.clock = new TuneClock(this.costs, time, Duration.ZERO, () -> (long) (this.seconds * 1e9));
		this.drift = DRIFT * this.random.nextGaussian();
		pass(START_SECONDS);
	}

	private void pass(double time) {
		double likeness = Math.exp(-time / DRIFT_SECONDS);
		this.drift = likeness * this.drift + Math.sqrt(1 - likeness * likeness) * DRIFT * this.random.nextGaussian();
		this.seconds += time;
	}

	@Override
	public List<List<Candidate>> groups(Collection<Candidate> candidates) {
		return Candidate.groups(candidates, (knob) -> this.sliced && knob.startsWith("executor."));
	}

	/** The settings are set and, if a value is new, warmed up. */
	private void open(List<Candidate> group) {
		pass(seconds(this.costs.change()));
		group.forEach(
				(candidate) -> pass(this.warm.addAll(candidate.knobs().entrySet()) ? seconds(this.costs.warmUp()) : 0));
	}

	private Map<Candidate, Observation> trial(List<Candidate> group, double rate) {
		pass(seconds(this.costs.settle(group.size())));
		double common = Math.sqrt(1 - OWN * OWN) * this.random.nextGaussian();
		double commonTail = Math.sqrt(1 - OWN * OWN) * this.random.nextGaussian();
		double length = this.sliced ? SLICE_SECONDS : seconds(RATE_TRIAL);
		Map<Candidate, Observation> seen = new LinkedHashMap<>();
		for (Candidate candidate : group) {
			pass(seconds(this.costs.trial()));
			seen.put(candidate, trial(candidate, rate, length, common + OWN * this.random.nextGaussian(),
					commonTail + OWN * this.random.nextGaussian()));
		}
		return seen;
	}

	/**
	 * Drives a rate: p99 grows as in a queue that was empty at the beginning, and beyond
	 * its capacity with the length of the trial or slice. Far below, it says nothing
	 * about the capacity: only a little later than with one server calls have to wait,
	 * and each setting has a latency of its own.
	 */
	private Observation trial(Candidate candidate, double rate, double length, double noise, double tailNoise) {
		double capacity = this.knees.applyAsDouble(candidate) / (1 - IDLE_MICROS / OBJECTIVE_MICROS)
				* Math.exp(this.drift + NOISE * noise);
		double excess = (rate / capacity - 1) * 1e6 * length / IDLE_MICROS;
		double waiting = (excess + Math.sqrt(excess * excess + 4e6 * length / IDLE_MICROS)) / 2 - 1;
		double used = Math.min(1, rate / capacity);
		double p99 = IDLE_MICROS * (own(candidate) + waiting * used * used);
		double spoilt = (this.random.nextInt(50) == 0) ? 20 : 1;
		double seen = p99 * spoilt * Math.exp(TAIL_NOISE * tailNoise);
		boolean held = seen < OBJECTIVE_MICROS && rate * 0.95 < capacity;
		return new Observation(seen, 0, held ? Outcome.HELD : Outcome.BROKEN);
	}

	/** Latency of an idle server, in milliseconds. */
	private double own(Candidate candidate) {
		return candidate.knobs()
			.entrySet()
			.stream()
			.mapToDouble((line) -> Math.exp(OWN_LATENCY * RandomGeneratorFactory.of("L64X128MixRandom")
				.create(this.seed * 31 + line.hashCode())
				.nextGaussian()))
			.reduce(1, (some, more) -> some * more);
	}

	private Outcome rateTrial(Candidate candidate, double rate) {
		pass(seconds(RATE_TRIAL));
		return trial(candidate, rate, seconds(RATE_TRIAL), this.random.nextGaussian(), this.random.nextGaussian())
			.outcome();
	}

	/** The highest rate at which the objective holds, from a few short trials. */
	double score(Candidate candidate, double start) {
		open(List.of(candidate));
		try {
			return new KneeSearch(new KneeSearch.Settings(start, start / 16, 1e6, 0.1, 6))
				.search((rate) -> this.clock.isOver() ? Outcome.BROKEN : rateTrial(candidate, rate))
				.callsPerSecond();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns the recommendation. */
	static Recommendation recommendation(long seed, SimulatedTuning trials) {
		try {
			return new TuneSearch(SimulatedService.SPACE, Map.of(), seed, 1e6, Confirmation.rounds(trials.time), trials)
				.search(trials.score(Candidate.CONFIGURED, SimulatedService.CONFIGURED / 2));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Time that is left until the whole time is over. */
	double secondsLeft() {
		return seconds(this.time) - this.seconds;
	}

	@Override
	public TuneClock clock() {
		return this.clock;
	}

	@Override
	public String comparedBy() {
		return "p99";
	}

	@Override
	public Map<Candidate, Observation> once(List<Candidate> group, Step step, int number, double rate)
			throws IOException, InterruptedException {
		return this.clock.trial(group, () -> {
			open(group);
			return trial(group, rate);
		});
	}

	@Override
	public double highestRate(Candidate candidate, double start) {
		return score(candidate, start);
	}

	private static double seconds(Duration duration) {
		return duration.toNanos() / 1e9;
	}

}
