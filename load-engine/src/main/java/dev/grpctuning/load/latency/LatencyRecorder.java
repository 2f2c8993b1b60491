package dev.grpctuning.load.latency;

import org.HdrHistogram.Histogram;

/**
 * Records the latencies of the calls that end on one thread. Not safe for concurrent use:
 * {@link #record} and {@link #drainTo} belong to that one thread, which is what keeps a
 * recorded value at a few nanoseconds.
 * <p>
 * Values are kept in microseconds with three significant digits, latencies from 1 µs and
 * times between messages from 0 to 1 h. What is outside is recorded as the nearest value
 * and counted as clipped.
 */
public final class LatencyRecorder {

	private final LatencyInterval current = new LatencyInterval();

	/**
	 * Records one call that ended well.
	 * @param serviceNanos nanoseconds from the real send to the end
	 * @param responseNanos nanoseconds from the time the call was due to the end
	 */
	public void record(long serviceNanos, long responseNanos) {
		record(this.current.service(), LatencyInterval.LOWEST_MICROS, serviceNanos);
		record(this.current.response(), LatencyInterval.LOWEST_MICROS, responseNanos);
	}

	/**
	 * Records the time between two messages of a stream, which is 0 µs of those that
	 * arrived together.
	 * @param nanos nanoseconds from one to the next
	 */
	public void recordGap(long nanos) {
		record(this.current.neededGaps(), 0, nanos);
	}

	private void record(Histogram histogram, long lowestMicros, long nanos) {
		long micros = (nanos + 500) / 1000;
		if (micros < lowestMicros || micros > LatencyInterval.HIGHEST_MICROS) {
			this.current.countClipped();
			micros = Math.clamp(micros, lowestMicros, LatencyInterval.HIGHEST_MICROS);
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
