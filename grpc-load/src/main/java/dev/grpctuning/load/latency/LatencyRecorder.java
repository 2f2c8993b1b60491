package dev.grpctuning.load.latency;

import java.util.function.Function;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Records the latencies of the calls that end on one thread, which alone may record. It
 * never waits: another thread takes what was recorded by swapping two intervals, as
 * {@link org.HdrHistogram.SingleWriterRecorder} does.
 * <p>
 * Values are kept in microseconds with three significant digits: latencies from 1 µs,
 * gaps between messages and waits for a stream from 0 µs, all up to 1 h. Values outside
 * are recorded as the nearest bound and counted as clipped.
 */
public final class LatencyRecorder {

	private static final long YIELD_NANOS = 500_000;

	private final WriterReaderPhaser phaser = new WriterReaderPhaser();

	private volatile LatencyInterval active = new LatencyInterval();

	private LatencyInterval inactive = new LatencyInterval();

	/** Records an answered call by three moments of one clock. */
	public void record(long dueNanos, long sentNanos, long endNanos) {
		long section = this.phaser.writerCriticalSectionEnter();
		try {
			LatencyInterval interval = this.active;
			record(interval, interval.service(), LatencyInterval.LOWEST_MICROS, endNanos - sentNanos);
			record(interval, interval.response(), LatencyInterval.LOWEST_MICROS, endNanos - dueNanos);
			interval.slowest().add(dueNanos, sentNanos, endNanos);
		}
		finally {
			this.phaser.writerCriticalSectionExit(section);
		}
	}

	/**
	 * Records the stages of a call in nanoseconds, by {@link Stage#ordinal()}.
	 */
	public void recordStages(long responseNanos, long[] nanos) {
		long section = this.phaser.writerCriticalSectionEnter();
		try {
			this.active.neededStages().record(responseNanos, nanos);
		}
		finally {
			this.phaser.writerCriticalSectionExit(section);
		}
	}

	public void recordGap(long nanos) {
		record(LatencyInterval::neededGaps, nanos);
	}

	/** Records that a call waited until the server allowed a further stream. */
	public void recordStreamWait(long nanos) {
		record(LatencyInterval::neededStreamWaits, nanos);
	}

	private void record(Function<LatencyInterval, Histogram> histogram, long nanos) {
		long section = this.phaser.writerCriticalSectionEnter();
		try {
			LatencyInterval interval = this.active;
			record(interval, histogram.apply(interval), 0, nanos);
		}
		finally {
			this.phaser.writerCriticalSectionExit(section);
		}
	}

	private static void record(LatencyInterval interval, Histogram histogram, long lowestMicros, long nanos) {
		long micros = (nanos + 500) / 1000;
		if (micros < lowestMicros || micros > LatencyInterval.HIGHEST_MICROS) {
			interval.countClipped();
			micros = Math.clamp(micros, lowestMicros, LatencyInterval.HIGHEST_MICROS);
		}
		histogram.recordValue(micros);
	}

	/** Moves what was recorded since the last time. May be called from any thread. */
	public void drainTo(LatencyInterval sum) {
		this.phaser.readerLock();
		try {
			LatencyInterval drained = this.active;
			this.active = this.inactive;
			this.inactive = drained;
			this.phaser.flipPhase(YIELD_NANOS);
			sum.add(drained);
			drained.reset();
		}
		finally {
			this.phaser.readerUnlock();
		}
	}

}
