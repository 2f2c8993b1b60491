package dev.grpctuning.load.engine;

import java.time.Duration;

/**
 * The time before calls count.
 */
public sealed interface Warmup {

	/**
	 * Calls count from the first one on.
	 */
	Warmup NONE = new Fixed(Duration.ZERO);

	/**
	 * The longest that it may take.
	 * @return zero or more
	 */
	Duration longest();

	/**
	 * A fixed time.
	 *
	 * @param time the time, zero or more
	 */
	record Fixed(Duration time) implements Warmup {

		public Fixed {
			if (time.isNegative()) {
				throw new IllegalArgumentException("warmup: " + time + " (expected: >= 0)");
			}
		}

		@Override
		public Duration longest() {
			return this.time;
		}

	}

	/**
	 * Until rate and 99th percentile have flattened.
	 *
	 * @param limit when to go on though they have not, above zero
	 */
	record UntilSteady(Duration limit) implements Warmup {

		public UntilSteady {
			if (!limit.isPositive()) {
				throw new IllegalArgumentException("limit: " + limit + " (expected: > 0)");
			}
		}

		@Override
		public Duration longest() {
			return this.limit;
		}

	}

}
