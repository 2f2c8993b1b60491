package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/**
 * Searches for knobs with which a server holds an objective at a higher rate, and
 * recommends nothing that was not shown.
 * <p>
 * The first {@link Race} has each value of each knob. Each further race has the best so
 * far, their neighbours, and the combinations that the {@linkplain MainEffects effects}
 * of single lines promise most of. The last one tells the best apart. The best of many is
 * too good to be true, so it is {@linkplain Confirmation confirmed} in rounds of its own.
 */
public final class TuneSearch {

	/** Number of candidates of a race that go into the next. */
	private static final int ELITES = 2;

	/**
	 * Blocks that all candidates of a race take part in, except for the first race of a
	 * short search.
	 */
	private static final int FEWEST_BLOCKS = 2;

	private static final int MOST_BLOCKS = 12;

	/** Candidates that alternate take little time, so more of them are tried first. */
	private static final int MOST_LIVE = 18;

	private static final int FEWEST_NEW = 3;

	private static final int MOST_NEW = 12;

	/** Share of the remaining time that a race takes. */
	private static final double SHARE = 0.4;

	/** The effects of single lines predict little about many lines together. */
	private static final int FEW_LINES = 2;

	/** Races without a better candidate after which the search is over. */
	private static final int IN_VAIN = 2;

	private final TuningTrials trials;

	private final List<Candidate> first;

	private final List<Candidate> all;

	private final RandomGenerator random;

	private final double highest;

	private final int mostRounds;

	private final Map<Candidate, Double> scores = new HashMap<>();

	private final MainEffects effects = new MainEffects();

	private final Set<Candidate> tried = new HashSet<>();

	private int races;

	private double rate;

	/**
	 * Creates a search.
	 * @param configured values of knobs that a candidate does not change
	 * @param highest rate above which none is tried
	 * @param mostRounds maximum number of rounds of the confirmation
	 */
	public TuneSearch(KnobSpace space, Map<String, String> configured, long seed, double highest, int mostRounds,
			TuningTrials trials) {
		this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		this.all = space.all(configured);
		this.highest = highest;
		this.mostRounds = mostRounds;
		this.trials = trials;
		this.first = Stream
			.concat(this.all.stream().filter(this::isLive).limit(MOST_LIVE), space.screening(this.all).stream())
			.distinct()
			.toList();
	}

	/** Whether a server can alternate between the configured settings and a candidate. */
	private boolean isLive(Candidate candidate) {
		return this.trials.groups(List.of(Candidate.CONFIGURED, candidate)).size() == 1;
	}

	/** Searches. There must be a value to try. */
	public Recommendation search(double configuredRate) throws IOException, InterruptedException {
		this.scores.put(Candidate.CONFIGURED, configuredRate);
		this.rate = (configuredRate > 0) ? configuredRate : 1;
		Candidate best = race();
		double highestRate = (best.knobs().isEmpty() || configuredRate >= this.highest) ? 0
				: this.trials.highestRate(best, this.scores.getOrDefault(best, this.rate));
		double configured = this.scores.getOrDefault(Candidate.CONFIGURED, 0.0);
		return (highestRate != 0)
				? new Confirmation(configured, highestRate, this.mostRounds, this.trials).confirm(best)
				: Recommendation.noneFaster(configured, this.trials.comparedBy());
	}

	private Candidate race() throws IOException, InterruptedException {
		Duration time = this.trials.clock().racing();
		List<Candidate> begins = fitting(List.of(), this.first, 1, time);
		List<Candidate> order = run(begins, blocks(begins, share(time)), ELITES).order();
		int inVain = 0;
		while (inVain < IN_VAIN && !order.isEmpty()) {
			Duration share = share(this.trials.clock().racing());
			List<Candidate> newcomers = newcomers(order, share);
			if (newcomers.size() < FEWEST_NEW) {
				break;
			}
			Candidate before = order.getFirst();
			List<Candidate> field = together(order, newcomers);
			order = run(field, Math.max(FEWEST_BLOCKS, blocks(field, share)), ELITES).order();
			inVain = (!order.isEmpty() && order.getFirst().equals(before)) ? inVain + 1 : 0;
		}
		return order.isEmpty() ? Candidate.CONFIGURED : last(order);
	}

	/** The first of those wanted that fit a time together with others. */
	private List<Candidate> fitting(List<Candidate> others, List<Candidate> wanted, int blocks, Duration time) {
		int fitting = wanted.size();
		while (fitting > 1 && !fits(together(others, wanted.subList(0, fitting)), blocks, time)) {
			fitting--;
		}
		return wanted.subList(0, fitting);
	}

	/** Number of blocks for which there is time, with those of the better half. */
	private int blocks(Collection<Candidate> field, Duration time) {
		int blocks = MOST_BLOCKS;
		while (blocks > 1 && !fits(field, blocks + 1, time)) {
			blocks--;
		}
		return blocks;
	}

	private boolean fits(Collection<Candidate> field, int blocks, Duration time) {
		Set<Candidate> all = new LinkedHashSet<>(field);
		all.add(Candidate.CONFIGURED);
		return this.trials.clock().cost(this.trials.groups(all), blocks).compareTo(time) <= 0;
	}

	private static List<Candidate> together(List<Candidate> order, List<Candidate> newcomers) {
		return Stream.concat(order.stream().limit(ELITES), newcomers.stream()).distinct().toList();
	}

	private Race run(List<Candidate> field, int blocks, int enough) throws IOException, InterruptedException {
		this.tried.addAll(field);
		Race race = new Race(this.trials, this.random, ++this.races, this.rate, this.highest, field);
		race.run(blocks, enough);
		race.addTo(this.scores);
		race.addTo(this.effects);
		this.rate = race.rate();
		return race;
	}

	private static Duration share(Duration time) {
		return Duration.ofNanos((long) (time.toNanos() * SHARE));
	}

	/**
	 * Lets the best race against what it is without each of its lines or, if there was no
	 * time for a race of combinations, against these.
	 */
	private Candidate last(List<Candidate> order) throws IOException, InterruptedException {
		Candidate best = order.getFirst();
		List<Candidate> others = (this.races == 1) ? newcomers(order, this.trials.clock().racing())
				: best.knobs().keySet().stream().map(best::without).filter(this.all::contains).toList();
		List<Candidate> field = together(order, others);
		int blocks = blocks(field, this.trials.clock().racing());
		if (blocks < FEWEST_BLOCKS) {
			return Stream
				.concat(Stream.of(best), this.all.stream().filter((candidate) -> candidate.knobs().size() <= FEW_LINES))
				.min(Comparator.comparingDouble(this.effects::predicted))
				.orElse(best);
		}
		return run(field, blocks, 1).simplest();
	}

	/** Takes in turn the most promising of all, and of the neighbours of the best. */
	private List<Candidate> newcomers(List<Candidate> order, Duration time) {
		List<Candidate> promising = this.all.stream()
			.filter((candidate) -> !this.tried.contains(candidate))
			.map((candidate) -> Map.entry(candidate, this.effects.predicted(candidate)))
			.sorted(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.toList();
		List<Candidate> near = promising.stream()
			.filter((candidate) -> candidate.isNeighbour(order.getFirst()))
			.limit(MOST_NEW)
			.toList();
		Set<Candidate> chosen = new LinkedHashSet<>();
		for (int i = 0; i < promising.size() && chosen.size() < MOST_NEW; i++) {
			chosen.add(promising.get(i));
			if (i < near.size()) {
				chosen.add(near.get(i));
			}
		}
		return fitting(order, List.copyOf(chosen), FEWEST_BLOCKS + 1, time);
	}

}
