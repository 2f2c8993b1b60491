package dev.grpctuning.autopilot.experiment;

import dev.grpctuning.observe.DurationCounts;

/**
 * Counters of a server at a moment.
 *
 * @param nanos when, by {@link System#nanoTime()}
 * @param ended calls that have ended
 * @param outside those of them that were outside the objective of the service: failed, or
 * too slow
 * @param open calls in flight
 * @param cpuNanos CPU time of the server, 0 if it is not known
 * @param durations of the calls
 */
public record Sample(long nanos, long ended, long outside, int open, long cpuNanos, DurationCounts.Snapshot durations) {

	/** Calls since an earlier sample. */
	public Calls since(Sample earlier) {
		return new Calls((this.nanos - earlier.nanos) / 1e9, this.ended - earlier.ended, this.outside - earlier.outside,
				this.cpuNanos - earlier.cpuNanos, this.durations.since(earlier.durations));
	}

	/**
	 * Calls of some time.
	 *
	 * @param outside calls outside the objective
	 * @param cpuNanos CPU time of the server, 0 if it is not known
	 */
	public record Calls(double seconds, long ended, long outside, double cpuNanos, DurationCounts.Snapshot durations) {

		/** No calls. */
		public static final Calls NONE = new Calls(0, 0, 0, 0, DurationCounts.Snapshot.NONE);

		/** These calls and others. */
		public Calls plus(Calls others) {
			return new Calls(this.seconds + others.seconds, this.ended + others.ended, this.outside + others.outside,
					this.cpuNanos + others.cpuNanos, this.durations.plus(others.durations));
		}

		/** Calls per second. */
		public double perSecond() {
			return (this.seconds > 0) ? this.ended / this.seconds : 0;
		}

		/** Share of the calls outside the objective. */
		public double outsideShare() {
			return (this.ended > 0) ? (double) this.outside / this.ended : 0;
		}

		/** Duration that 99 % of the calls do not exceed, NaN without calls. */
		public double p99Millis() {
			return this.durations.quantileMillis(Figure.TAIL);
		}

	}

}
