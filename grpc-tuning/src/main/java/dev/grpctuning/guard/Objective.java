package dev.grpctuning.guard;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.MethodPattern;

/**
 * What a service owes its callers. A call is within the objective if the server did not
 * fail it, and it took no longer than the p99 of its method.
 *
 * @param p99 duration that 99 % of the calls of a method do not exceed, {@code null} if
 * there is none
 * @param methods methods with a duration of their own, of which the first match applies
 * @param errors share of calls that may be outside of the objective, from 0 to 1
 */
public record Objective(@Nullable Duration p99, List<MethodObjective> methods, double errors) {

	public static final double ERRORS = 0.01;

	/** Calls may take any time. */
	public static final Objective NONE = new Objective(null, List.of(), ERRORS);

	public Objective {
		if (p99 != null && (p99.isNegative() || p99.isZero())) {
			throw new IllegalArgumentException("p99: " + p99 + " (expected: > 0)");
		}
		if (!(errors >= 0 && errors < 1)) {
			throw new IllegalArgumentException("errors: " + errors + " (expected: >= 0 and < 1)");
		}
		methods = List.copyOf(methods);
	}

	/**
	 * Duration that 99 % of the calls of a method do not exceed, {@code null} if they may
	 * take any time. Health checks and reflection may, because they are often streams.
	 */
	public @Nullable Duration p99(String fullMethodName) {
		for (MethodObjective each : this.methods) {
			if (each.method() != null && MethodPattern.of(each.method()).matches(fullMethodName)) {
				return each.p99();
			}
		}
		return MethodPattern.isHealth(fullMethodName) ? null : this.p99;
	}

	/** Whether calls of some methods must not exceed a duration. */
	boolean hasDurations() {
		return this.p99 != null || this.methods.stream().anyMatch((each) -> each.p99() != null);
	}

	/**
	 * Methods with a duration of their own, as they are written.
	 *
	 * @param method full name of a method, {@code package.Service/Method}, in which
	 * {@code *} stands for any characters
	 * @param p99 duration that 99 % of their calls do not exceed, {@code null} if they
	 * may take any time, such as streams
	 */
	public record MethodObjective(@Nullable String method, @Nullable Duration p99) {

	}

}
