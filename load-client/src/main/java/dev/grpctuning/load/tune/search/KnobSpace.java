package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * What may be tried: knobs, and the values of each.
 */
public record KnobSpace(Map<String, List<String>> knobs) {

	/**
	 * A recommendation of more knobs at once would take too long to be shown line by
	 * line.
	 */
	private static final int MOST_TOGETHER = 3;

	public KnobSpace {
		Map<String, List<String>> copy = new LinkedHashMap<>();
		knobs.forEach((knob, values) -> copy.put(knob, List.copyOf(values)));
		knobs = Collections.unmodifiableMap(copy);
	}

	/**
	 * The same without some of its values.
	 */
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
	 * Chooses what to try: in turns a change of one knob, each knob having its turn, and
	 * a random one of two or three, until there are enough or no more.
	 */
	public List<Candidate> choose(int most, long seed) {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		List<Candidate> singles = singles(random);
		List<Candidate> together = new ArrayList<>();
		List<String> names = List.copyOf(this.knobs.keySet());
		combine(names, 0, new TreeMap<>(), together);
		Collections.shuffle(together, random);
		List<Candidate> chosen = new ArrayList<>();
		for (int i = 0; i < Math.max(singles.size(), together.size()); i++) {
			if (i < singles.size()) {
				chosen.add(singles.get(i));
			}
			if (i < together.size()) {
				chosen.add(together.get(i));
			}
		}
		return chosen.subList(0, Math.min(most, chosen.size()));
	}

	/**
	 * A value of each knob, then a second one of each, and so on.
	 */
	private List<Candidate> singles(RandomGenerator random) {
		List<List<Candidate>> byKnob = new ArrayList<>();
		this.knobs.forEach((knob, values) -> {
			List<Candidate> all = new ArrayList<>(
					values.stream().map((value) -> Candidate.of(Map.of(knob, value))).toList());
			Collections.shuffle(all, random);
			byKnob.add(all);
		});
		List<Candidate> singles = new ArrayList<>();
		int longest = byKnob.stream().mapToInt(List::size).max().orElse(0);
		for (int i = 0; i < longest; i++) {
			for (List<Candidate> all : byKnob) {
				if (i < all.size()) {
					singles.add(all.get(i));
				}
			}
		}
		return singles;
	}

	/**
	 * Adds all candidates of several knobs, those of the names before an index being
	 * settled.
	 */
	private void combine(List<String> names, int index, Map<String, String> settled, List<Candidate> all) {
		if (index == names.size() || settled.size() == MOST_TOGETHER) {
			if (settled.size() > 1) {
				all.add(Candidate.of(settled));
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
