package dev.grpctuning.autopilot;

import java.time.Duration;
import java.util.List;

/**
 * What the autopilot is allowed.
 *
 * @param mode mode at the start
 * @param bounds values that it may try
 * @param quiet time without experiments after the start, and after each change that it
 * did not make itself
 * @param exploration share of each hour that candidates may be in force, from 0 to 1
 * @param outside share of each hour's calls that may be outside the objective because of
 * candidates, from 0 to 1
 * @param experiment longest experiment
 */
public record AutopilotSettings(AutopilotMode mode, Bounds bounds, Duration quiet, double exploration, double outside,
		Duration experiment) {

	public static final Duration QUIET = Duration.ofMinutes(2);

	public static final double EXPLORATION = 0.1;

	public static final double OUTSIDE = 0.001;

	public static final Duration EXPERIMENT = Duration.ofMinutes(5);

	/**
	 * Settings with defaults for all else.
	 * @param bounds as {@link Bounds#of} reads them
	 */
	public static AutopilotSettings of(AutopilotMode mode, List<String> bounds) {
		return new AutopilotSettings(mode, Bounds.of(bounds), QUIET, EXPLORATION, OUTSIDE, EXPERIMENT);
	}

	public AutopilotSettings {
		if (quiet.isNegative()) {
			throw new IllegalArgumentException("quiet: " + quiet + " (expected: >= 0)");
		}
		if (!(exploration >= 0 && exploration <= 1)) {
			throw new IllegalArgumentException("exploration: " + exploration + " (expected: 0 to 1)");
		}
		if (!(outside >= 0 && outside <= 1)) {
			throw new IllegalArgumentException("outside: " + outside + " (expected: 0 to 1)");
		}
		if (experiment.isNegative() || experiment.isZero()) {
			throw new IllegalArgumentException("experiment: " + experiment + " (expected: > 0)");
		}
	}

}
