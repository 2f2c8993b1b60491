package dev.grpctuning.load.engine.plan;

import java.time.Duration;

/** The time before calls count. */
public sealed interface Warmup {

	Warmup NONE = new Fixed(Duration.ZERO);

	Duration longest();

	/** A fixed time. */
	record Fixed(Duration time) implements Warmup {

		@Override
		public Duration longest() {
			return this.time;
		}

	}

	/** Until rate and p99 are shown to be flat, for ten intervals or more. */
	record UntilSteady(Duration limit) implements Warmup {

		/** Intervals that must be flat at least. */
		public static final int WINDOW = 10;

		/** A shorter interval has too few calls. */
		private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

		private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);

		/** The shortest limit with enough intervals. */
		public static final Duration SHORTEST = SHORTEST_INTERVAL.multipliedBy(WINDOW + 2);

		@Override
		public Duration longest() {
			return this.limit;
		}

		/** Length of the intervals of which the last ten or more must be flat. */
		public Duration interval() {
			long nanos = this.limit.dividedBy(2 * WINDOW).toNanos();
			return Duration.ofNanos(Math.clamp(nanos, SHORTEST_INTERVAL.toNanos(), LONGEST_INTERVAL.toNanos()));
		}

	}

}
