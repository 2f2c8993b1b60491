package dev.grpctuning.load.tune.search;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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

import dev.grpctuning.load.tune.search.Recommendation.Conclusion;

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
	private static final int ELITES = 3;

	private static final int FEWEST_NEW = 3;

	private static final int MOST_NEW = 12;

	/** Share of the remaining time that a race takes. */
	private static final double SHARE = 0.4;

	/** Races without a better candidate after which the search is over. */
	private static final int IN_VAIN = 2;

	private final TuningTrials trials;

	private final List<Candidate> first;

	private final List<Candidate> all;

	private final RandomGenerator random;

	private final double highest;

	private final Map<Candidate, Double> scores = new HashMap<>();

	private final MainEffects effects = new MainEffects();

	private final Set<Candidate> tried = new HashSet<>();

	private int races;

	private double rate;

	/**
	 * Creates a search.
	 * @param configured values of knobs that a candidate does not change
	 * @param highest rate above which none is tried
	 */
	public TuneSearch(KnobSpace space, Map<String, String> configured, long seed, double highest, TuningTrials trials) {
		this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		this.all = space.all(configured);
		this.first = space.screening(this.all, this.random);
		this.highest = highest;
		this.trials = trials;
	}

	/** Searches. There must be a value to try. */
	public Recommendation search(double configuredRate) throws IOException, InterruptedException {
		this.scores.put(Candidate.CONFIGURED, configuredRate);
		this.rate = (configuredRate > 0) ? configuredRate : 1;
		Candidate best = race();
		if (best.knobs().isEmpty() || configuredRate >= this.highest) {
			return new Recommendation(Conclusion.NONE_FASTER, this.scores.getOrDefault(Candidate.CONFIGURED, 0.0), null,
					0, 0, null, 0, 0, List.of(), List.of());
		}
		this.scores.put(best, this.trials.highestRate(best, this.scores.getOrDefault(best, this.rate)));
		return new Confirmation(this.scores, this.trials).confirm(best);
	}

	private Candidate race() throws IOException, InterruptedException {
		int room = Math.max(1, room(this.trials.left(), Race.FEWEST_BLOCKS) - 1);
		Race race = run(this.first.stream().limit(room).toList(), ELITES);
		List<Candidate> order = race.order();
		int inVain = 0;
		while (inVain < IN_VAIN) {
			List<Candidate> newcomers = newcomers(order);
			if (newcomers.isEmpty()) {
				break;
			}
			Set<Candidate> field = new LinkedHashSet<>(elites(order));
			field.addAll(newcomers);
			Candidate before = order.getFirst();
			order = run(List.copyOf(field), ELITES).order();
			inVain = order.getFirst().equals(before) ? inVain + 1 : 0;
		}
		return last(order);
	}

	private Race run(List<Candidate> field, int enough) throws IOException, InterruptedException {
		this.tried.addAll(field);
		Race race = new Race(this.trials, this.random, ++this.races, this.rate, this.highest, field);
		Duration left = this.trials.left();
		race.run(enough, (enough > 1) ? left.minus(share(left)) : Duration.ZERO);
		race.addTo(this.scores);
		race.addTo(this.effects);
		this.effects.fit();
		this.rate = race.rate();
		return race;
	}

	private static Duration share(Duration time) {
		return Duration.ofNanos((long) (time.toNanos() * SHARE));
	}

	/**
	 * Lets the best race against what it is without each of its lines. If there is no
	 * time for that, the most promising is the best.
	 */
	private Candidate last(List<Candidate> order) throws IOException, InterruptedException {
		Candidate best = order.getFirst();
		Set<Candidate> field = new LinkedHashSet<>(elites(order));
		best.knobs().keySet().stream().map(best::without).filter(this.all::contains).forEach(field::add);
		if (field.isEmpty() || room(this.trials.left(), Race.FEWEST_BLOCKS) < field.size() + 1) {
			return Stream
				.concat(Stream.of(best),
						this.all.stream().filter((candidate) -> candidate.knobs().size() <= TuneBudget.LINES))
				.min(Comparator.comparingDouble(this.effects::predicted))
				.orElse(best);
		}
		return run(List.copyOf(field), 1).simplest();
	}

	/** Number of candidates that fit a time if each is tried some times. */
	private int room(Duration time, int blocks) {
		Duration each = this.trials.cost(true).plus(this.trials.cost(false).multipliedBy(blocks - 1L));
		return (int) Math.min(Integer.MAX_VALUE, time.toNanos() / Math.max(1, each.toNanos()));
	}

	private static List<Candidate> elites(List<Candidate> order) {
		return order.stream().filter((candidate) -> !candidate.knobs().isEmpty()).limit(ELITES).toList();
	}

	/** Takes in turn the most promising of all, and of the neighbours of the best. */
	private List<Candidate> newcomers(List<Candidate> order) {
		int room = Math.min(MOST_NEW, room(share(this.trials.left()), Race.FEWEST_BLOCKS + 1) - ELITES - 1);
		if (room < FEWEST_NEW) {
			return List.of();
		}
		List<Candidate> promising = this.all.stream()
			.filter((candidate) -> !this.tried.contains(candidate))
			.map((candidate) -> Map.entry(candidate, this.effects.predicted(candidate)))
			.sorted(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.toList();
		List<Candidate> near = promising.stream()
			.filter((candidate) -> candidate.isNeighbour(order.getFirst()))
			.toList();
		Set<Candidate> chosen = new LinkedHashSet<>();
		for (int i = 0; i < promising.size() && chosen.size() < room; i++) {
			chosen.add(promising.get(i));
			if (i < near.size()) {
				chosen.add(near.get(i));
			}
		}
		return new ArrayList<>(chosen).subList(0, Math.min(room, chosen.size()));
	}

}
