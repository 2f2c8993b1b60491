package dev.grpctuning.load.engine;

import java.time.Duration;

import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * When calls are started.
 */
public sealed interface LoadModel {

	/**
	 * How long calls are started if nothing holds them up.
	 * @return the time from the first call to the last
	 */
	Duration sendingTime();

	/**
	 * Turns of calls, whatever the answers do.
	 *
	 * @param schedule when they are due
	 */
	record Turns(TurnSchedule schedule) implements LoadModel {

		@Override
		public Duration sendingTime() {
			return this.schedule.interval().multipliedBy(this.schedule.turns() - 1);
		}

	}

	/**
	 * A constant number of open calls: each answer starts the next call.
	 *
	 * @param outstanding open calls on each channel, at least 1
	 * @param warmup time before calls count, zero or more
	 * @param duration time in which calls are started that count, above zero
	 */
	record Closed(int outstanding, Duration warmup, Duration duration) implements LoadModel {

		public Closed {
			if (outstanding < 1) {
				throw new IllegalArgumentException("outstanding: " + outstanding + " (expected: >= 1)");
			}
			if (warmup.isNegative()) {
				throw new IllegalArgumentException("warmup: " + warmup + " (expected: >= 0)");
			}
			if (!duration.isPositive()) {
				throw new IllegalArgumentException("duration: " + duration + " (expected: > 0)");
			}
		}

		@Override
		public Duration sendingTime() {
			return this.warmup.plus(this.duration);
		}

	}

}
