package dev.grpctuning.load.tune.search;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A set of knobs with other values than those that are configured. */
public record Candidate(Map<String, String> knobs) {

	public static final Candidate CONFIGURED = new Candidate(Map.of());

	public Candidate {
		knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
	}

	/** The same but for one knob, which stays as it is configured. */
	public Candidate without(String knob) {
		Map<String, String> rest = new TreeMap<>(this.knobs);
		rest.remove(knob);
		return new Candidate(rest);
	}

	/** Whether the two differ in one line: in its value, or one lacks it. */
	boolean isNeighbour(Candidate other) {
		Set<String> names = new TreeSet<>(this.knobs.keySet());
		names.addAll(other.knobs.keySet());
		return names.stream()
			.filter((name) -> !Objects.equals(this.knobs.get(name), other.knobs.get(name)))
			.count() == 1;
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
