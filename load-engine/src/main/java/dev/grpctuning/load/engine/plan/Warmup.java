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
	 * Until rate and 99th percentile have been flat for half of the longest time, but for
	 * one second at least and ten at most.
	 *
	 * @param limit when to go on though they have not, above zero
	 */
	record UntilSteady(Duration limit) implements Warmup {

		/**
		 * Shorter, a moment has too few calls.
		 */
		private static final Duration SHORTEST_MOMENT = Duration.ofMillis(100);

		private static final Duration LONGEST_MOMENT = Duration.ofSeconds(1);

		/**
		 * The shortest limit with which there are enough moments to be looked at.
		 */
		public static final Duration SHORTEST = SHORTEST_MOMENT.multipliedBy(SteadyState.WINDOW + 2);

		public UntilSteady {
			if (!limit.isPositive()) {
				throw new IllegalArgumentException("limit: " + limit + " (expected: > 0)");
			}
		}

		@Override
		public Duration longest() {
			return this.limit;
		}

		/**
		 * How finely it is looked at: the last ten of these are to be flat.
		 */
		Duration moment() {
			Duration share = this.limit.dividedBy(2 * SteadyState.WINDOW);
			if (share.compareTo(SHORTEST_MOMENT) < 0) {
				return SHORTEST_MOMENT;
			}
			return (share.compareTo(LONGEST_MOMENT) < 0) ? share : LONGEST_MOMENT;
		}

	}

}
