package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;

/** The search space: knobs, and the values of each. */
public record KnobSpace(Map<String, List<String>> knobs) {

	/** More knobs than this rarely matter at once. */
	private static final int MOST_TOGETHER = 5;

	/** More candidates would take too much memory. */
	private static final long MOST_CANDIDATES = 50_000;

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
	 * All combinations of up to five knobs, or fewer if those would be too many. A knob
	 * without effect at the other values of a candidate is not in it.
	 * @param configured values of knobs that a candidate does not change
	 */
	List<Candidate> all(Map<String, String> configured) {
		List<Candidate> all = new ArrayList<>();
		combine(List.copyOf(this.knobs.keySet()), 0, mostTogether(), new TreeMap<>(), all);
		return all.stream().filter((candidate) -> hasEffect(candidate, configured)).toList();
	}

	/**
	 * A candidate for each value: of each knob in turn one value, alone where it has an
	 * effect alone.
	 */
	List<Candidate> screening(List<Candidate> all, RandomGenerator random) {
		List<List<Candidate>> byKnob = new ArrayList<>();
		this.knobs.forEach((knob, values) -> {
			List<Candidate> ofKnob = new ArrayList<>();
			for (String value : values) {
				List<Candidate> having = all.stream()
					.filter((candidate) -> value.equals(candidate.knobs().get(knob)))
					.toList();
				shuffled(having, random).stream()
					.min(Comparator.comparingInt((one) -> one.knobs().size()))
					.ifPresent(ofKnob::add);
			}
			byKnob.add(shuffled(ofKnob, random));
		});
		return inTurns(byKnob).stream().distinct().toList();
	}

	/** An executor has threads to set only if it is a pool of a fixed size. */
	private static boolean hasEffect(Candidate candidate, Map<String, String> configured) {
		if (!candidate.knobs().containsKey(THREADS)) {
			return true;
		}
		String type = candidate.knobs().getOrDefault(TYPE, configured.get(TYPE));
		return type != null && FIXED_SIZE.contains(type.toLowerCase(Locale.ROOT).replace('_', '-'));
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

	private int mostTogether() {
		long[] combinations = new long[MOST_TOGETHER + 1];
		combinations[0] = 1;
		for (List<String> values : this.knobs.values()) {
			for (int together = MOST_TOGETHER; together > 0; together--) {
				combinations[together] += values.size() * combinations[together - 1];
			}
		}
		int together = MOST_TOGETHER;
		while (together > 1 && Arrays.stream(combinations).limit(together + 1).sum() > MOST_CANDIDATES) {
			together--;
		}
		return together;
	}

	/** Adds all candidates; the names before the index are settled. */
	private void combine(List<String> names, int index, int most, Map<String, String> settled, List<Candidate> all) {
		if (index == names.size() || settled.size() == most) {
			if (!settled.isEmpty()) {
				all.add(new Candidate(settled));
			}
			return;
		}
		combine(names, index + 1, most, settled, all);
		for (String value : this.knobs.getOrDefault(names.get(index), List.of())) {
			Map<String, String> more = new TreeMap<>(settled);
			more.put(names.get(index), value);
			combine(names, index + 1, most, more, all);
		}
	}

}
