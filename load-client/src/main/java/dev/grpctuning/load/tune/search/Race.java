package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.grpctuning.load.tune.search.TuningTrials.Observation;

/**
 * A race of candidates (irace; López-Ibáñez et al., The irace package, 2016). In each
 * block, the configured settings and every remaining candidate have one short trial at
 * the same rate, in random order. The rate rises if most of them hold it, and faster if
 * all do. It falls if the client cannot drive it. Candidates whose {@linkplain Ranks
 * ranks} are worse than those of the best are eliminated.
 */
final class Race {

	private static final int MOST_BLOCKS = 12;

	/** Blocks in a row at ever lower rates that the client could not drive. */
	private static final int MOST_SATURATED = 5;

	private static final double STEP = 1.25;

	/** A spoilt trial is far off, by any factor. */
	private static final double FARTHEST = 2;

	private final TuningTrials trials;

	private final RandomGenerator random;

	private final int number;

	private double highest;

	private final Set<Candidate> left;

	private final List<Map<Candidate, Double>> blocks = new ArrayList<>();

	private final Map<Candidate, Double> held = new LinkedHashMap<>();

	private double rate;

	private int saturated;

	Race(TuningTrials trials, RandomGenerator random, int number, double rate, double highest,
			List<Candidate> candidates) {
		this.trials = trials;
		this.random = random;
		this.number = number;
		this.rate = rate;
		this.highest = highest;
		this.left = new LinkedHashSet<>(candidates);
		this.left.add(Candidate.CONFIGURED);
	}

	/**
	 * Runs blocks until few candidates remain or the time is over.
	 * @param fewest minimum number of blocks
	 * @param enough number of candidates at which the race ends
	 * @param until time that must be left, unless candidates had too few trials
	 */
	void run(int fewest, int enough, Duration until) throws IOException, InterruptedException {
		while (candidatesLeft() > 0 && !this.trials.clock().isOver() && (this.blocks.size() < fewest
				|| this.blocks.size() < MOST_BLOCKS && candidatesLeft() > enough && fits(until))) {
			block();
			this.left.removeAll(ranks().worse());
		}
	}

	private long candidatesLeft() {
		return this.left.stream().filter((candidate) -> !candidate.knobs().isEmpty()).count();
	}

	private boolean fits(Duration until) {
		return this.trials.clock()
			.cost(this.trials.groups(field()))
			.compareTo(this.trials.clock().racing().minus(until)) <= 0;
	}

	private Set<Candidate> field() {
		Set<Candidate> field = new LinkedHashSet<>(this.left);
		field.add(Candidate.CONFIGURED);
		return field;
	}

	private void block() throws IOException, InterruptedException {
		Set<Candidate> field = field();
		List<List<Candidate>> groups = new ArrayList<>(this.trials.groups(field));
		Collections.shuffle(groups, this.random);
		Map<Candidate, Observation> all = new LinkedHashMap<>();
		for (List<Candidate> group : groups) {
			if (this.trials.clock().isOver()) {
				return;
			}
			all.putAll(seen(group));
			long undriven = all.values().stream().filter(Observation::saturated).count();
			// A few candidates may leave the client too little of the processors.
			if (undriven > Math.min(3, field.size() / 2) && undriven * 2 > all.size()) {
				lower();
				return;
			}
		}
		Map<Candidate, Double> latencies = new HashMap<>();
		all.forEach((candidate, seen) -> {
			latencies.put(candidate, Math.log(seen.latency()));
			if (seen.held()) {
				this.held.merge(candidate, this.rate, Math::max);
			}
			if (Double.isNaN(seen.latency())) {
				this.left.remove(candidate);
			}
		});
		this.blocks.add(latencies);
		this.saturated = 0;
		long holding = this.left.stream().filter((candidate) -> seen(all, candidate).held()).count();
		if (holding * 2 > this.left.size()) {
			this.rate = Math.min(this.rate * ((holding == this.left.size()) ? STEP * STEP : STEP), this.highest);
		}
		else if (holding == 0) {
			this.rate /= STEP;
		}
	}

	private static Observation seen(Map<Candidate, Observation> all, Candidate candidate) {
		return all.getOrDefault(candidate, Observation.NONE);
	}

	/** Tries those once more whose first trial shows nothing. */
	private Map<Candidate, Observation> seen(List<Candidate> group) throws IOException, InterruptedException {
		Map<Candidate, Observation> seen = new LinkedHashMap<>(this.trials.race(group, this.number, this.rate));
		List<Candidate> again = group.stream().filter((candidate) -> seen(seen, candidate).saturated()).toList();
		if (!again.isEmpty()) {
			seen.putAll(this.trials.race(again, this.number, this.rate));
		}
		return seen;
	}

	private void lower() throws SaturatedException {
		this.saturated++;
		if (this.saturated == MOST_SATURATED) {
			throw new SaturatedException(this.rate);
		}
		this.rate /= STEP;
		this.highest = this.rate;
	}

	private Ranks ranks() {
		return new Ranks(this.left, this.blocks);
	}

	/** Rate of the next block. */
	double rate() {
		return this.rate;
	}

	/** The remaining candidates, best first. */
	List<Candidate> order() {
		return this.left.isEmpty() ? List.of(Candidate.CONFIGURED) : ranks().order();
	}

	/** The simplest of the candidates that are about as good as the best. */
	Candidate simplest() {
		return this.left.isEmpty() ? Candidate.CONFIGURED : ranks().simplest();
	}

	/** Adds to the scores the highest rate that each candidate held. */
	void addTo(Map<Candidate, Double> scores) {
		scores.putAll(this.held);
	}

	/** Adds the difference of each candidate from the median of its blocks. */
	void addTo(MainEffects effects) {
		Map<Candidate, List<Double>> all = new LinkedHashMap<>();
		for (Map<Candidate, Double> block : this.blocks) {
			double[] sorted = block.values()
				.stream()
				.mapToDouble(Double::doubleValue)
				.filter(Double::isFinite)
				.sorted()
				.toArray();
			double median = (sorted.length != 0) ? sorted[sorted.length / 2] : 0;
			block.forEach((candidate, latency) -> all.computeIfAbsent(candidate, (any) -> new ArrayList<>())
				.add(Double.isNaN(latency) ? FARTHEST : Math.clamp(latency - median, -FARTHEST, FARTHEST)));
		}
		all.forEach((candidate, latencies) -> effects.add(this.number, candidate,
				latencies.stream().mapToDouble(Double::doubleValue).average().orElse(0), latencies.size()));
	}

}
