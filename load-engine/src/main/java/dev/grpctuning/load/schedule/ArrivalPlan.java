package dev.grpctuning.load.schedule;

import java.time.Duration;

/**
 * What calls of an open model are due: those that count, and those of the warm-up before
 * them.
 */
public sealed interface ArrivalPlan {

	/**
	 * The calls of the warm-up, which may last as long as it wants to.
	 * @return a new schedule, to be closed
	 */
	ArrivalSchedule warmUp();

	/**
	 * The calls that count.
	 * @param warmup time that calls of the warm-up have taken
	 * @param length time in which calls are due that count
	 * @return a new schedule, to be closed, which begins when the warm-up is over
	 */
	ArrivalSchedule measured(Duration warmup, Duration length);

	/**
	 * How many calls of those that count are due in a second.
	 * @param seconds seconds since they began
	 * @return calls per second, NaN if that is not known
	 */
	double callsPerSecond(double seconds);

	/**
	 * How many of those are due before a time.
	 * @param seconds seconds since they began
	 * @return the number of calls, with fractions, NaN if that is not known
	 */
	double callsBefore(double seconds);

	/**
	 * A bound of the time between two calls.
	 * @return seconds, infinite if that is not known or there is a last call
	 */
	double longestGapSeconds();

	/**
	 * Which of the calls are this client's.
	 * @return the share
	 */
	Share share();

	/**
	 * Calls of a rate. The warm-up has the rate with which it begins.
	 *
	 * @param rate the rate of all clients together
	 * @param arrivals how calls follow each other
	 * @param seed seed of what is random in that
	 * @param share which of the calls are this client's
	 */
	record OfRate(Rate rate, Arrivals arrivals, long seed, Share share) implements ArrivalPlan {

		@Override
		public ArrivalSchedule warmUp() {
			double first = this.rate.at(0);
			return (first != 0) ? this.share.of(this.arrivals.at(new Rate.Constant(first), ~this.seed))
					: (index) -> Long.MAX_VALUE;
		}

		@Override
		public ArrivalSchedule measured(Duration warmup, Duration length) {
			return this.share.of(this.arrivals.at(this.rate, this.seed, length));
		}

		@Override
		public double callsPerSecond(double seconds) {
			return this.rate.at(seconds) / this.share.clients();
		}

		@Override
		public double callsBefore(double seconds) {
			return this.rate.callsBefore(seconds) / this.share.clients();
		}

		@Override
		public double longestGapSeconds() {
			return this.rate.longestGapSeconds() * this.share.clients();
		}

	}

	/**
	 * Calls that a file lists. Its first calls are those of the warm-up.
	 *
	 * @param replay what the file holds
	 * @param share which of the calls are this client's
	 */
	record OfFile(Replay replay, Share share) implements ArrivalPlan {

		@Override
		public ArrivalSchedule warmUp() {
			return this.share.of(this.replay.from(0));
		}

		@Override
		public ArrivalSchedule measured(Duration warmup, Duration length) {
			return this.share.of(this.replay.from(warmup.toNanos()));
		}

		@Override
		public double callsPerSecond(double seconds) {
			return Double.NaN;
		}

		@Override
		public double callsBefore(double seconds) {
			return Double.NaN;
		}

		@Override
		public double longestGapSeconds() {
			return Double.POSITIVE_INFINITY;
		}

	}

}
