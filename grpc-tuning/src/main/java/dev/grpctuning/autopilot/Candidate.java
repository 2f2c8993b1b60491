package dev.grpctuning.autopilot;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * Settings that the autopilot can try.
 *
 * @param values values that differ from the present ones, by property name without
 * prefix; empty is the default of the framework
 * @param why why it is tried
 */
public record Candidate(Map<String, String> values, String why) {

	@Override
	public String toString() {
		return this.values.entrySet()
			.stream()
			.map((each) -> each.getValue().isEmpty() ? each.getKey() + " not set"
					: each.getKey() + "=" + each.getValue())
			.collect(Collectors.joining(", "));
	}

}
