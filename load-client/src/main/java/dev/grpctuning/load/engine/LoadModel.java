package dev.grpctuning.load.engine;

import java.time.Duration;

import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.TurnSchedule;

/**
 * When calls are started.
 */
public sealed interface LoadModel {

	/**
	 * A duration that no run reaches.
	 */
	Duration ENDLESS = Duration.ofDays(36_500);

	/**
	 * How long calls are started if nothing holds them up.
	 * @return the time from the first call to the last
	 */
	Duration sendingTime();

	/**
	 * How many calls are due in a second.
	 * @return the rate, or NaN if the model has none
	 */
	double callsPerSecond();

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

		@Override
		public double callsPerSecond() {
			return this.schedule.interval().isZero() ? Double.NaN
					: this.schedule.callsPerTurn() * 1e9 / this.schedule.interval().toNanos();
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

		@Override
		public double callsPerSecond() {
			return Double.NaN;
		}

	}

	/**
	 * A rate of calls, whatever the answers do.
	 *
	 * @param callsPerSecond calls per second over all channels, above 0
	 * @param arrivals how they follow each other
	 * @param seed seed of what is random in that
	 * @param maxLag how late a call may be sent, zero or more
	 * @param maxLagShare largest share of later calls with which the load is still the
	 * one that was asked for, from 0 to 1
	 * @param warmup time before calls count, zero or more
	 * @param duration time in which calls are due that count, above zero
	 */
	record Open(double callsPerSecond, Arrivals arrivals, long seed, Duration maxLag, double maxLagShare,
			Duration warmup, Duration duration) implements LoadModel {

		public Open {
			if (!(callsPerSecond > 0) || Double.isInfinite(callsPerSecond)) {
				throw new IllegalArgumentException("callsPerSecond: " + callsPerSecond + " (expected: > 0)");
			}
			if (maxLag.isNegative()) {
				throw new IllegalArgumentException("maxLag: " + maxLag + " (expected: >= 0)");
			}
			if (!(maxLagShare >= 0 && maxLagShare <= 1)) {
				throw new IllegalArgumentException("maxLagShare: " + maxLagShare + " (expected: 0 to 1)");
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
