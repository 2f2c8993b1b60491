package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** What may be tried: knobs, and the values of each. */
public record KnobSpace(Map<String, List<String>> knobs) {

	/** More knobs at once would take too long to be shown line by line. */
	private static final int MOST_TOGETHER = 3;

	private static final String TYPE = "executor.type";

	private static final String THREADS = "executor.threads";

	/** The executors whose number of threads can be set. */
	private static final Set<String> FIXED_SIZE = Set.of("fixed", "fork-join");

	public KnobSpace {
		Map<String, List<String>> copy = new LinkedHashMap<>();
		knobs.forEach((knob, values) -> copy.put(knob, List.copyOf(values)));
		knobs = Collections.unmodifiableMap(copy);
	}

	public KnobSpace without(BiPredicate<String, String> left) {
		Map<String, List<String>> rest = new LinkedHashMap<>();
		this.knobs.forEach((knob, values) -> {
			List<String> others = values.stream().filter((value) -> !left.test(knob, value)).toList();
			if (!others.isEmpty()) {
				rest.put(knob, others);
			}
		});
		return new KnobSpace(rest);
	}

	/**
	 * Alternates one knob, each in turn, and a random choice of two or three. Each value
	 * is in two candidates early on. A knob without effect at the other values of a
	 * candidate is not in it.
	 * @param configured values of knobs that a candidate does not change
	 */
	public List<Candidate> choose(long seed, Map<String, String> configured) {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		List<List<Candidate>> byKnob = new ArrayList<>();
		this.knobs.forEach((knob, values) -> byKnob
			.add(shuffled(values.stream().map((value) -> new Candidate(Map.of(knob, value))).toList(), random)));
		List<Candidate> together = new ArrayList<>();
		combine(List.copyOf(this.knobs.keySet()), 0, new TreeMap<>(), together);
		Predicate<Candidate> useful = (candidate) -> hasEffect(candidate, configured);
		return inTurns(List.of(inTurns(byKnob).stream().filter(useful).toList(),
				eachValueTwice(shuffled(together, random).stream().filter(useful).toList())));
	}

	/** An executor has threads to set only if it is a pool of a fixed size. */
	private static boolean hasEffect(Candidate candidate, Map<String, String> configured) {
		if (!candidate.knobs().containsKey(THREADS)) {
			return true;
		}
		String type = candidate.knobs().getOrDefault(TYPE, configured.get(TYPE));
		return type != null && FIXED_SIZE.contains(type.toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	/** Puts in front those that have a value which fewer than two before them have. */
	private static List<Candidate> eachValueTwice(List<Candidate> candidates) {
		Map<Map.Entry<String, String>, Integer> seen = new HashMap<>();
		List<Candidate> first = new ArrayList<>();
		List<Candidate> rest = new ArrayList<>();
		for (Candidate candidate : candidates) {
			Set<Map.Entry<String, String>> values = candidate.knobs().entrySet();
			boolean rare = values.stream().anyMatch((value) -> seen.getOrDefault(value, 0) < 2);
			values.forEach((value) -> seen.merge(value, 1, Integer::sum));
			(rare ? first : rest).add(candidate);
		}
		first.addAll(rest);
		return first;
	}

	private static List<Candidate> shuffled(List<Candidate> candidates, RandomGenerator random) {
		List<Candidate> shuffled = new ArrayList<>(candidates);
		Collections.shuffle(shuffled, random);
		return shuffled;
	}

	/** The first of each list, then the second of each, and so on. */
	private static List<Candidate> inTurns(List<List<Candidate>> lists) {
		List<Candidate> all = new ArrayList<>();
		int longest = lists.stream().mapToInt(List::size).max().orElse(0);
		for (int i = 0; i < longest; i++) {
			for (List<Candidate> list : lists) {
				if (i < list.size()) {
					all.add(list.get(i));
				}
			}
		}
		return all;
	}

	/** Adds all candidates of several knobs; the names before the index are settled. */
	private void combine(List<String> names, int index, Map<String, String> settled, List<Candidate> all) {
		if (index == names.size() || settled.size() == MOST_TOGETHER) {
			if (settled.size() > 1) {
				all.add(new Candidate(settled));
			}
			return;
		}
		combine(names, index + 1, settled, all);
		for (String value : this.knobs.getOrDefault(names.get(index), List.of())) {
			Map<String, String> more = new TreeMap<>(settled);
			more.put(names.get(index), value);
			combine(names, index + 1, more, all);
		}
	}

}
