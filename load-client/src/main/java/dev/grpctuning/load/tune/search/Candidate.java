package dev.grpctuning.load.tune.search;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
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
		Candidate more = (this.knobs.size() >= other.knobs.size()) ? this : other;
		Candidate fewer = (more == this) ? other : this;
		return more.knobs.entrySet().stream().filter((line) -> !fewer.knobs.entrySet().contains(line)).count() == 1
				&& more.knobs.keySet().containsAll(fewer.knobs.keySet());
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
