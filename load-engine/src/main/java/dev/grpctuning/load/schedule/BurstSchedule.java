package dev.grpctuning.load.schedule;

import java.time.Duration;

/** Bursts of calls that are due at once, on the caller's clock. */
public record BurstSchedule(long bursts, int callsPerBurst, Duration interval, Pacing pacing) {

	/** When a burst is due, by its number and the last send of the one before. */
	public long dueNanos(long burst, long startNanos, long lastSendNanos) {
		return switch (this.pacing) {
			case SCHEDULE -> startNanos + burst * this.interval.toNanos();
			case PAUSE -> (burst != 0) ? lastSendNanos + this.interval.toNanos() : startNanos;
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
