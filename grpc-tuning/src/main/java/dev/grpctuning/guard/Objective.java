package dev.grpctuning.guard;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a service owes its callers.
 *
 * @param p99 duration that 99 % of calls do not exceed, {@code null} if there is none
 * @param errors share of calls that may fail more than before, from 0 to 1
 */
public record Objective(@Nullable Duration p99, double errors) {

	public static final double ERRORS = 0.01;

	public Objective {
		if (p99 != null && (p99.isNegative() || p99.isZero())) {
			throw new IllegalArgumentException("p99: " + p99 + " (expected: > 0)");
		}
		if (!(errors >= 0 && errors < 1)) {
			throw new IllegalArgumentException("errors: " + errors + " (expected: >= 0 and < 1)");
		}
	}

}
