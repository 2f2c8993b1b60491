package dev.grpctuning.load.engine.plan;

import java.time.Duration;

import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;

/** A load model: when calls are started. */
public sealed interface LoadModel {

	Duration ENDLESS = Duration.ofDays(36_500);

	/** Number of calls of a model that only its duration ends. */
	long UNLIMITED = Long.MAX_VALUE;

	/** Duration of a model that a number of calls ends. */
	Duration UNTIL_CALLED = Duration.ofDays(365);

	Duration SHORT_INTERVAL = Duration.ofMillis(200);

	Warmup warmup();

	/** Time in which counted calls are started, unless something delays them. */
	Duration duration();

	/** Counted calls after which the run ends, or {@link #UNLIMITED}. */
	default long totalCalls() {
		return UNLIMITED;
	}

	/** Length of an interval of the timeline, so that short runs have several. */
	default Duration interval() {
		return (duration().toSeconds() < 10) ? SHORT_INTERVAL : Duration.ofSeconds(1);
	}

	/** Time in which calls are started, unless something delays them. */
	default Duration sendingTime() {
		return warmup().longest().plus(duration());
	}

	/** Calls due per second, at a time, or {@code NaN} if the plan does not set it. */
	default double callsPerSecond(double seconds) {
		return Double.NaN;
	}

	/** Calls that are due before a time, or {@code NaN} if the plan does not set it. */
	default double callsDue(double seconds) {
		return Double.NaN;
	}

	/** Upper bound of the gaps between calls that the plan makes. */
	double longestGapSeconds();

	/** Bursts of calls, whether or not the server answers. */
	record Burst(BurstSchedule schedule, Warmup warmup) implements LoadModel {

		@Override
		public Duration duration() {
			return this.schedule.hasEnd() ? this.schedule.interval().multipliedBy(this.schedule.bursts() - 1) : ENDLESS;
		}

		@Override
		public double callsPerSecond(double seconds) {
			return this.schedule.interval().isZero() ? Double.NaN
					: this.schedule.callsPerBurst() * 1e9 / this.schedule.interval().toNanos();
		}

		@Override
		public double longestGapSeconds() {
			return this.schedule.interval().toNanos() / 1e9;
		}

	}

	/** A number of open calls per channel: each answer starts the next call. */
	record Closed(Concurrency concurrency, Warmup warmup, Duration duration, long totalCalls) implements LoadModel {

		public Closed(Concurrency concurrency, Warmup warmup, Duration duration) {
			this(concurrency, warmup, duration, UNLIMITED);
		}

		@Override
		public double longestGapSeconds() {
			return (this.concurrency.calls(this.concurrency.changes() - 1) != 0) ? 0 : Double.POSITIVE_INFINITY;
		}

	}

	/** Clients that each make one call after the other, blocked until it has ended. */
	record Blocking(int clients, Warmup warmup, Duration duration, long totalCalls) implements LoadModel {

		public Blocking(int clients, Warmup warmup, Duration duration) {
			this(clients, warmup, duration, UNLIMITED);
		}

		@Override
		public double longestGapSeconds() {
			return 0;
		}

	}

	/** Calls with due times of their own, and the lateness that is allowed. */
	record Open(ArrivalPlan arrivals, Duration maxLag, double maxLagShare, Warmup warmup,
			Duration duration) implements LoadModel {

		/** Short if the rate falls in steps, to show how a server recovers. */
		@Override
		public Duration interval() {
			return (this.duration.toSeconds() <= 60 && !Double.isNaN(lastFallSeconds())) ? SHORT_INTERVAL
					: LoadModel.super.interval();
		}

		/** The last time at which steps of the rate fall, or {@code NaN}. */
		public double lastFallSeconds() {
			return (this.arrivals instanceof ArrivalPlan.OfRate planned && planned.rate() instanceof Rate.Steps steps)
					? steps.lastFallSeconds() : Double.NaN;
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
