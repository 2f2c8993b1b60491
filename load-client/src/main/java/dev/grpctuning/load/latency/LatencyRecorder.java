package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;

/**
 * Records the latencies of the calls that end on one thread. Not safe for concurrent use:
 * {@link #record} and {@link #drainTo} belong to that one thread, which is what keeps a
 * recorded value at a few nanoseconds.
 * <p>
 * Values are kept in microseconds with three significant digits, from 1 µs to 1 h. What
 * is outside is recorded as the nearest value and counted as clipped.
 */
public final class LatencyRecorder {

	private final LatencyInterval current = new LatencyInterval();

	/**
	 * Records one call that ended well.
	 * @param serviceNanos nanoseconds from the real send to the end
	 * @param responseNanos nanoseconds from the time the call was due to the end
	 */
	public void record(long serviceNanos, long responseNanos) {
		record(this.current.service(), serviceNanos);
		record(this.current.response(), responseNanos);
	}

	/**
	 * Records the time between two messages of a stream. Of messages that arrived
	 * together it is none, so that what is below 1 µs is nothing to be counted.
	 * @param nanos nanoseconds from one to the next
	 */
	public void recordGap(long nanos) {
		record(this.current.neededGaps(), Math.max(nanos, LatencyInterval.LOWEST_MICROS * 1000));
	}

	private void record(Histogram histogram, long nanos) {
		long micros = (nanos + 500) / 1000;
		if (micros < LatencyInterval.LOWEST_MICROS || micros > LatencyInterval.HIGHEST_MICROS) {
			this.current.countClipped();
			micros = Math.clamp(micros, LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS);
		}
		histogram.recordValue(micros);
	}

	/**
	 * Moves what was recorded since the call before.
	 * @param sum what it is added to
	 */
	public void drainTo(LatencyInterval sum) {
		sum.add(this.current);
		this.current.reset();
	}

}
