package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A set of knobs with other values than those that are configured. */
public record Candidate(Map<String, String> knobs) {

	public static final Candidate CONFIGURED = new Candidate(Map.of());

	/** So many settings of a server may alternate. */
	private static final int MOST_ALTERNATING = 10;

	public Candidate {
		knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
	}

	/** The same but for one knob, which stays as it is configured. */
	public Candidate without(String knob) {
		return without(knob::equals);
	}

	/** Whether the two differ in one line: in its value, or one lacks it. */
	boolean isNeighbour(Candidate other) {
		Candidate more = (this.knobs.size() >= other.knobs.size()) ? this : other;
		Candidate fewer = (more == this) ? other : this;
		return more.knobs.entrySet().stream().filter((line) -> !fewer.knobs.entrySet().contains(line)).count() == 1
				&& more.knobs.keySet().containsAll(fewer.knobs.keySet());
	}

	/**
	 * Divides candidates into groups that differ in live knobs alone. A group that is too
	 * large for a server is divided evenly.
	 * @param live names of live knobs
	 */
	public static List<List<Candidate>> groups(Collection<Candidate> candidates, Predicate<String> live) {
		Map<Candidate, List<Candidate>> alike = new LinkedHashMap<>();
		candidates.forEach((one) -> alike.computeIfAbsent(one.without(live), (any) -> new ArrayList<>()).add(one));
		List<List<Candidate>> groups = new ArrayList<>();
		for (List<Candidate> all : alike.values()) {
			int size = Math.ceilDiv(all.size(), Math.ceilDiv(all.size(), MOST_ALTERNATING));
			for (int first = 0; first < all.size(); first += size) {
				groups.add(List.copyOf(all.subList(first, Math.min(first + size, all.size()))));
			}
		}
		return groups;
	}

	private Candidate without(Predicate<String> knobs) {
		Map<String, String> rest = new TreeMap<>(this.knobs);
		rest.keySet().removeIf(knobs);
		return new Candidate(rest);
	}

	/** Such as {@code executor.type=virtual, worker-threads=1}. */
	public String text() {
		return this.knobs.isEmpty() ? "as configured"
				: this.knobs.entrySet()
					.stream()
					.map((knob) -> knob.getKey() + "=" + knob.getValue())
					.collect(Collectors.joining(", "));
	}

}
