package dev.grpctuning.autopilot;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Settings that the autopilot can try.
 *
 * @param values values that differ from the present ones, by property name without
 * prefix; {@code null} is what the application is configured with
 * @param why why it is tried
 */
public record Candidate(Map<String, @Nullable String> values, String why) {

}
