package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

import dev.grpctuning.load.tune.search.TuningTrials.Observation;
import dev.grpctuning.load.tune.search.TuningTrials.Step;

/**
 * A race of candidates. In each block, the configured settings and every remaining
 * candidate have one short trial at the same rate, in random order. So if the machine is
 * slower for some minutes, it is for a whole block. After each of the later blocks, the
 * worse half is dropped (successive halving; Jamieson and Talwalkar, Non-stochastic Best
 * Arm Identification, 2016). The rate rises if most candidates hold it, and faster if all
 * do. Then no more are dropped than did not hold it: far below its knee, the latency of a
 * candidate says nothing about it. The rate falls if the client cannot drive it.
 */
final class Race {

	/** Blocks in a row at ever lower rates that the client could not drive. */
	private static final int MOST_SATURATED = 5;

	private static final double STEP = 1.25;

	/** A spoilt trial is far off, by any factor. */
	private static final double FARTHEST = 2;

	/** Candidates whose mean latency is so much longer are about as good. */
	private static final double CLOSE = 0.1;

	private final TuningTrials trials;

	private final RandomGenerator random;

	private final int number;

	private double highest;

	private final Set<Candidate> left;

	/** Logarithms of latencies, less the median of their block. */
	private final Map<Candidate, List<Double>> latencies = new LinkedHashMap<>();

	private final Map<Candidate, Double> held = new LinkedHashMap<>();

	private double rate;

	private int blocks;

	/** Number of candidates that held the last rate, if the next one is higher. */
	private int holding;

	private int saturated;

	Race(TuningTrials trials, RandomGenerator random, int number, double rate, double highest,
			List<Candidate> candidates) {
		this.trials = trials;
		this.random = random;
		this.number = number;
		this.rate = rate;
		this.highest = highest;
		this.left = new LinkedHashSet<>(candidates);
		this.left.remove(Candidate.CONFIGURED);
	}

	/**
	 * Runs blocks until few candidates remain or the time for races is over.
	 * @param all number of blocks that all candidates take part in
	 * @param enough number of candidates at which the race ends
	 */
	void run(int all, int enough) throws IOException, InterruptedException {
		boolean begun = false;
		while (!this.left.isEmpty() && (this.blocks < all || this.left.size() > enough) && (!begun || hasTime())
				&& !this.trials.clock().isOver()) {
			begun = true;
			int before = this.blocks;
			block();
			if (this.blocks > before && this.blocks >= all) {
				int least = Math.clamp(Math.max(enough, this.holding), 0, this.left.size());
				this.left.retainAll(order().subList(0, Math.max(least, Math.ceilDiv(this.left.size(), 2))));
			}
		}
	}

	/** Whether there is time for another block before the confirmation. */
	private boolean hasTime() {
		TuneClock clock = this.trials.clock();
		return clock.cost(this.trials.groups(field()), 1).compareTo(clock.racing()) <= 0;
	}

	private List<Candidate> field() {
		List<Candidate> field = new ArrayList<>(this.left);
		field.add(Candidate.CONFIGURED);
		return field;
	}

	private void block() throws IOException, InterruptedException {
		List<Candidate> field = field();
		List<List<Candidate>> groups = new ArrayList<>(this.trials.groups(field));
		Collections.shuffle(groups, this.random);
		Map<Candidate, Observation> all = new LinkedHashMap<>();
		for (List<Candidate> group : groups) {
			if (this.trials.clock().isOver()) {
				return;
			}
			all.putAll(this.trials.tried(group, Step.RACE, this.number, this.rate));
			long undriven = all.values().stream().filter(Observation::saturated).count();
			// A few candidates may leave the client too little of the processors.
			if (undriven > Math.min(3, field.size() / 2) && undriven * 2 > all.size()) {
				lower();
				return;
			}
		}
		this.saturated = 0;
		this.blocks++;
		add(all);
		int held = (int) this.left.stream()
			.filter((candidate) -> all.getOrDefault(candidate, Observation.NONE).held())
			.count();
		double before = this.rate;
		if (held * 2 > this.left.size()) {
			this.rate = Math.min(this.rate * ((held == this.left.size()) ? STEP * STEP : STEP), this.highest);
		}
		else if (held == 0) {
			this.rate /= STEP;
		}
		this.holding = (this.rate > before) ? held : 0;
	}

	private void add(Map<Candidate, Observation> all) {
		double[] sorted = all.values()
			.stream()
			.mapToDouble(Observation::latency)
			.filter(Double::isFinite)
			.sorted()
			.toArray();
		double median = (sorted.length != 0) ? Math.log(sorted[sorted.length / 2]) : 0;
		all.forEach((candidate, seen) -> {
			double latency = Math.log(seen.latency()) - median;
			this.latencies.computeIfAbsent(candidate, (any) -> new ArrayList<>())
				.add(Double.isNaN(latency) ? FARTHEST : Math.clamp(latency, -FARTHEST, FARTHEST));
			if (seen.held()) {
				this.held.merge(candidate, this.rate, Math::max);
			}
			if (Double.isNaN(latency)) {
				this.left.remove(candidate);
			}
		});
	}

	private void lower() throws SaturatedException {
		this.saturated++;
		if (this.saturated == MOST_SATURATED) {
			throw new SaturatedException(this.rate);
		}
		this.rate /= STEP;
		this.highest = this.rate;
	}

	/** Rate of the next block. */
	double rate() {
		return this.rate;
	}

	/** The remaining candidates, best first. */
	List<Candidate> order() {
		return this.left.stream().sorted(Comparator.comparingDouble(this::latency)).toList();
	}

	/** The simplest of the candidates that are about as good as the best. */
	Candidate simplest() {
		return this.latencies.keySet()
			.stream()
			.filter((candidate) -> behind(candidate) <= CLOSE)
			.min(Comparator.comparingInt((Candidate candidate) -> candidate.knobs().size())
				.thenComparingDouble(this::behind))
			.orElse(Candidate.CONFIGURED);
	}

	/** By how much the best of the remaining candidates was faster in the same blocks. */
	private double behind(Candidate candidate) {
		int blocks = this.latencies.getOrDefault(candidate, List.of()).size();
		return latency(candidate, blocks)
				- this.left.stream().mapToDouble((best) -> latency(best, blocks)).min().orElse(0);
	}

	private double latency(Candidate candidate) {
		return latency(candidate, Integer.MAX_VALUE);
	}

	/**
	 * Mean of the first blocks. In later ones the median is that of better candidates.
	 */
	private double latency(Candidate candidate, int blocks) {
		return this.latencies.getOrDefault(candidate, List.of())
			.stream()
			.limit(blocks)
			.mapToDouble(Double::doubleValue)
			.average()
			.orElse(FARTHEST);
	}

	/** Adds to the scores the highest rate that each candidate held. */
	void addTo(Map<Candidate, Double> scores) {
		scores.putAll(this.held);
	}

	void addTo(MainEffects effects) {
		this.latencies.forEach((candidate, seen) -> effects.add(candidate,
				latency(candidate) - latency(Candidate.CONFIGURED, seen.size()), seen.size()));
	}

}
