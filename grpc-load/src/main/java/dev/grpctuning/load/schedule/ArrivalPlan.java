package dev.grpctuning.load.schedule;

import java.time.Duration;

/** Which calls of an open model are due: those of the warm-up, and those that count. */
public sealed interface ArrivalPlan {

	/** The calls of the warm-up, without an end. */
	ArrivalSchedule warmUp();

	ArrivalSchedule measured(Duration warmup, Duration length);

	/** Counted calls that are due per second, at a time; {@code NaN} without a rate. */
	default double callsPerSecond(double seconds) {
		return Double.NaN;
	}

	/** Counted calls that are due before a time; {@code NaN} without a rate. */
	default double callsBefore(double seconds) {
		return Double.NaN;
	}

	/** Upper bound of the time between two calls. */
	double longestGapSeconds();

	/** Calls at a rate. The warm-up keeps its first rate. */
	record OfRate(Rate rate, Arrivals arrivals, long seed, Shard shard) implements ArrivalPlan {

		@Override
		public ArrivalSchedule warmUp() {
			double first = this.rate.at(0);
			return (first != 0) ? this.shard.of(this.arrivals.at(new Rate.Constant(first), ~this.seed))
					: (index) -> Long.MAX_VALUE;
		}

		@Override
		public ArrivalSchedule measured(Duration warmup, Duration length) {
			return this.shard.of(this.arrivals.at(this.rate, this.seed, length));
		}

		@Override
		public double callsPerSecond(double seconds) {
			return this.rate.at(seconds) / this.shard.clients();
		}

		@Override
		public double callsBefore(double seconds) {
			return this.rate.callsBefore(seconds) / this.shard.clients();
		}

		@Override
		public double longestGapSeconds() {
			return this.rate.longestGapSeconds() * this.shard.clients();
		}

	}

	/** Calls listed in a file, of which the first are the warm-up's. */
	record OfFile(Replay replay, Shard shard) implements ArrivalPlan {

		@Override
		public ArrivalSchedule warmUp() {
			return this.shard.of(this.replay.from(0));
		}

		@Override
		public ArrivalSchedule measured(Duration warmup, Duration length) {
			return this.shard.of(this.replay.from(warmup.toNanos()));
		}

		@Override
		public double longestGapSeconds() {
			return Double.POSITIVE_INFINITY;
		}

	}

}
