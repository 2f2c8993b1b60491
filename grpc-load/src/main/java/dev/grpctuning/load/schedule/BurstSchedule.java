package dev.grpctuning.load.schedule;

import java.time.Duration;

/**
 * Bursts of calls that are due at once. Times are nanoseconds on the caller's clock.
 *
 * @param bursts number of bursts, at least 1
 * @param callsPerBurst calls in each burst, at least 1
 * @param interval time between two bursts, zero or more
 */
public record BurstSchedule(long bursts, int callsPerBurst, Duration interval, Pacing pacing) {

	/**
	 * When the calls of a burst are due: never at the same time as those of another.
	 * @param lastSendNanos when the last call of the burst before was sent; not used for
	 * burst 0
	 */
	public long dueNanos(long burst, long startNanos, long lastSendNanos) {
		long nanos = Math.max(1, this.interval.toNanos());
		return switch (this.pacing) {
			case SCHEDULE -> startNanos + burst * nanos;
			case PAUSE -> (burst != 0) ? lastSendNanos + nanos : startNanos;
		};
	}

	public BurstSchedule endless() {
		return new BurstSchedule(Long.MAX_VALUE, this.callsPerBurst, this.interval, this.pacing);
	}

	public boolean hasEnd() {
		return this.bursts != Long.MAX_VALUE;
	}

	public long totalCalls() {
		return this.bursts * this.callsPerBurst;
	}

	/** What the interval between two bursts is measured from. */
	public enum Pacing {

		/** The last send of a burst: a slow sender stretches the plan. */
		PAUSE,

		/** The due time of a burst: response times include how late it is sent. */
		SCHEDULE

	}

}
