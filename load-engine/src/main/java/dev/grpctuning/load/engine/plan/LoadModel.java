package dev.grpctuning.load.engine;

import java.time.Duration;

import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Share;
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
	 * The time before calls count.
	 * @return the warm-up
	 */
	Warmup warmup();

	/**
	 * How long calls that count are started if nothing holds them up.
	 * @return the time without the warm-up
	 */
	Duration duration();

	/**
	 * How finely a run is looked at: what a point of its time axes stands for, so that
	 * those of a short run have several.
	 * @return a second, or a fifth of one where calls that count are started for less
	 * than ten seconds
	 */
	default Duration moment() {
		return (duration().toSeconds() < 10) ? Duration.ofMillis(200) : Duration.ofSeconds(1);
	}

	/**
	 * How long calls are started if nothing holds them up.
	 * @return the longest time from the first call to the last
	 */
	default Duration sendingTime() {
		return warmup().longest().plus(duration());
	}

	/**
	 * How many calls are due in a second.
	 * @param seconds seconds since calls count
	 * @return the rate at that time, or NaN if the model has none
	 */
	double callsPerSecond(double seconds);

	/**
	 * How many calls the plan has asked for.
	 * @param seconds seconds since calls count
	 * @return the calls due until then, or NaN if that follows from the answers
	 */
	default double callsDue(double seconds) {
		return Double.NaN;
	}

	/**
	 * A bound of the time between two calls that the plan, not the server, makes.
	 * @return seconds, infinite if there is none
	 */
	double longestGapSeconds();

	private static void checkPositive(Duration duration) {
		if (!duration.isPositive()) {
			throw new IllegalArgumentException("duration: " + duration + " (expected: > 0)");
		}
	}

	/**
	 * Turns of calls, whatever the answers do.
	 *
	 * @param schedule when they are due
	 * @param warmup time before turns count, which are turns as well
	 */
	record Turns(TurnSchedule schedule, Warmup warmup) implements LoadModel {

		/**
		 * Turns that all count.
		 * @param schedule when they are due
		 */
		public Turns(TurnSchedule schedule) {
			this(schedule, Warmup.NONE);
		}

		@Override
		public Duration duration() {
			return this.schedule.hasEnd() ? this.schedule.interval().multipliedBy(this.schedule.turns() - 1) : ENDLESS;
		}

		@Override
		public double callsPerSecond(double seconds) {
			return this.schedule.interval().isZero() ? Double.NaN
					: this.schedule.callsPerTurn() * 1e9 / this.schedule.interval().toNanos();
		}

		@Override
		public double longestGapSeconds() {
			return this.schedule.interval().toNanos() / 1e9;
		}

	}

	/**
	 * A number of open calls: each answer starts the next call.
	 *
	 * @param concurrency open calls on each channel, by the time since calls count
	 * @param warmup time before calls count, with the calls open that come first
	 * @param duration time in which calls are started that count, above zero
	 */
	record Closed(Concurrency concurrency, Warmup warmup, Duration duration) implements LoadModel {

		public Closed {
			checkPositive(duration);
		}

		/**
		 * A constant number after a warm-up of a fixed time.
		 * @param outstanding open calls on each channel, at least 1
		 * @param warmup time before calls count, zero or more
		 * @param duration time in which calls are started that count, above zero
		 */
		public Closed(int outstanding, Duration warmup, Duration duration) {
			this(new Concurrency.Constant(outstanding), new Warmup.Fixed(warmup), duration);
		}

		@Override
		public double callsPerSecond(double seconds) {
			return Double.NaN;
		}

		@Override
		public double longestGapSeconds() {
			return (this.concurrency.calls(this.concurrency.changes() - 1) != 0) ? 0 : Double.POSITIVE_INFINITY;
		}

	}

	/**
	 * Clients that each make one call after the other, blocked until it has ended.
	 *
	 * @param clients number of clients over all channels, at least 1
	 * @param warmup time before calls count
	 * @param duration time in which calls are started that count, above zero
	 */
	record Blocking(int clients, Warmup warmup, Duration duration) implements LoadModel {

		public Blocking {
			if (clients < 1) {
				throw new IllegalArgumentException("clients: " + clients + " (expected: >= 1)");
			}
			checkPositive(duration);
		}

		@Override
		public double callsPerSecond(double seconds) {
			return Double.NaN;
		}

		@Override
		public double longestGapSeconds() {
			return 0;
		}

	}

	/**
	 * Calls that arrive whatever the answers do.
	 *
	 * @param arrivals when they do
	 * @param maxLag how late a call may be sent, zero or more
	 * @param maxLagShare largest share of later calls with which the load is still the
	 * one that was asked for, from 0 to 1
	 * @param warmup time before calls count
	 * @param duration time in which calls are due that count, above zero
	 */
	record Open(ArrivalPlan arrivals, Duration maxLag, double maxLagShare, Warmup warmup,
			Duration duration) implements LoadModel {

		public Open {
			if (maxLag.isNegative()) {
				throw new IllegalArgumentException("maxLag: " + maxLag + " (expected: >= 0)");
			}
			if (!(maxLagShare >= 0 && maxLagShare <= 1)) {
				throw new IllegalArgumentException("maxLagShare: " + maxLagShare + " (expected: 0 to 1)");
			}
			checkPositive(duration);
		}

		/**
		 * A constant rate after a warm-up of a fixed time.
		 * @param callsPerSecond calls per second over all channels, above 0
		 * @param arrivals how they follow each other
		 * @param seed seed of what is random in that
		 * @param maxLag how late a call may be sent, zero or more
		 * @param maxLagShare largest share of later calls, from 0 to 1
		 * @param warmup time before calls count, zero or more
		 * @param duration time in which calls are due that count, above zero
		 */
		public Open(double callsPerSecond, Arrivals arrivals, long seed, Duration maxLag, double maxLagShare,
				Duration warmup, Duration duration) {
			this(new ArrivalPlan.OfRate(new Rate.Constant(callsPerSecond), arrivals, seed, Share.ALL), maxLag,
					maxLagShare, new Warmup.Fixed(warmup), duration);
		}

		@Override
		public double callsPerSecond(double seconds) {
			return this.arrivals.callsPerSecond(seconds);
		}

		@Override
		public double callsDue(double seconds) {
			return this.arrivals.callsBefore(Math.min(seconds, this.duration.toNanos() / 1e9));
		}

		@Override
		public double longestGapSeconds() {
			return this.arrivals.longestGapSeconds();
		}

	}

}
