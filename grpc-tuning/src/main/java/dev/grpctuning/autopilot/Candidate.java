package dev.grpctuning.autopilot;

import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Settings that the autopilot can try.
 *
 * @param values values that differ from the present ones, by property name without
 * prefix; {@code null} is what the application is configured with
 * @param why why it is tried
 */
public record Candidate(Map<String, @Nullable String> values, String why) {

	@Override
	public String toString() {
		return this.values.entrySet()
			.stream()
			.map((each) -> (each.getValue() != null) ? each.getKey() + "=" + each.getValue()
					: each.getKey() + " as configured")
			.collect(Collectors.joining(", "));
	}

}
