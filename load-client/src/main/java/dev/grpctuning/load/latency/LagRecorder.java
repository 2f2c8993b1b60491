package dev.grpctuning.load.latency;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Records how late calls were sent, in microseconds with three significant digits, from 0
 * to 1 h. What is outside is recorded as the nearest value and counted as clipped. Unlike
 * {@link LatencyRecorder} it may be used by several threads at once, without locks: calls
 * of a blocking stub are sent by threads of their own.
 */
public final class LagRecorder {

	private final Recorder recorder = new Recorder(LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS, 3);

	private final LongAdder clipped = new LongAdder();

	private @Nullable Histogram drained;

	/**
	 * Records one call that was sent.
	 * @param lagNanos nanoseconds from when it was due to the real send
	 */
	public void record(long lagNanos) {
		long micros = TimeUnit.NANOSECONDS.toMicros(lagNanos);
		if (micros < 0 || micros > LatencyInterval.HIGHEST_MICROS) {
			this.clipped.increment();
			micros = Math.clamp(micros, 0, LatencyInterval.HIGHEST_MICROS);
		}
		this.recorder.recordValue(micros);
	}

	/**
	 * How many lags were outside what a histogram can hold.
	 * @return their number since the beginning
	 */
	public long clipped() {
		return this.clipped.sum();
	}

	/**
	 * An empty histogram of the kind that is recorded here.
	 * @return the histogram, in microseconds
	 */
	public static Histogram newHistogram() {
		return new Histogram(LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS, 3);
	}

	/**
	 * Moves what was recorded since the call before. Only one thread may do so at a time.
	 * @param sum what it is added to
	 */
	public void drainTo(Histogram sum) {
		this.drained = this.recorder.getIntervalHistogram(this.drained);
		sum.add(this.drained);
	}

}
