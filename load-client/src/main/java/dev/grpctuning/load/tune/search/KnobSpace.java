package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The search space: knobs, and the values of each. */
public record KnobSpace(Map<String, List<String>> knobs) {

	/** More knobs than this rarely matter at once. */
	private static final int MOST_TOGETHER = 5;

	/** More candidates would take too much memory. */
	private static final int MOST_CANDIDATES = 50_000;

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
		List<String> names = List.copyOf(this.knobs.keySet());
		List<Candidate> all = new ArrayList<>();
		List<Candidate> latest = List.of(Candidate.CONFIGURED);
		for (int lines = 1; lines <= MOST_TOGETHER; lines++) {
			latest = latest.stream()
				.flatMap((candidate) -> withOneMore(candidate, names))
				.limit(MOST_CANDIDATES + 1L)
				.toList();
			if (lines > 1 && all.size() + latest.size() > MOST_CANDIDATES) {
				break;
			}
			all.addAll(latest);
		}
		return all.stream().filter((candidate) -> hasEffect(candidate, configured)).toList();
	}

	/** The candidate with each value of each knob after its last one. */
	private Stream<Candidate> withOneMore(Candidate candidate, List<String> names) {
		int last = candidate.knobs().keySet().stream().mapToInt(names::indexOf).max().orElse(-1);
		return names.stream()
			.skip(last + 1)
			.flatMap((name) -> this.knobs.getOrDefault(name, List.of()).stream().map((value) -> {
				Map<String, String> more = new TreeMap<>(candidate.knobs());
				more.put(name, value);
				return new Candidate(more);
			}));
	}

	/**
	 * A candidate for each value: of each knob in turn one value, alone where it has an
	 * effect alone.
	 * @param all all candidates, those with the fewest lines first
	 */
	List<Candidate> screening(List<Candidate> all) {
		int most = this.knobs.values().stream().mapToInt(List::size).max().orElse(0);
		return IntStream.range(0, most)
			.boxed()
			.flatMap((turn) -> this.knobs.entrySet()
				.stream()
				.filter((knob) -> turn < knob.getValue().size())
				.flatMap((knob) -> all.stream()
					.filter((candidate) -> knob.getValue().get(turn).equals(candidate.knobs().get(knob.getKey())))
					.limit(1)))
			.distinct()
			.toList();
	}

	/** An executor has threads to set only if it is a pool of a fixed size. */
	private static boolean hasEffect(Candidate candidate, Map<String, String> configured) {
		if (!candidate.knobs().containsKey(THREADS)) {
			return true;
		}
		String type = candidate.knobs().getOrDefault(TYPE, configured.get(TYPE));
		return type != null && FIXED_SIZE.contains(type.toLowerCase(Locale.ROOT).replace('_', '-'));
	}

}
