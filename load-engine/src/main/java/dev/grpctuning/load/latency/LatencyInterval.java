package dev.grpctuning.load.latency;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.ShortCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of a stretch of time, in microseconds: service time from the real send,
 * response time from the time the call was due, and times between the messages of
 * streams. Does NOT safely support concurrent use.
 */
public final class LatencyInterval {

	static final long LOWEST_MICROS = 1;

	static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	/**
	 * As all others, but for nothing to be recorded in it.
	 */
	private static final ShortCountsHistogram STEPS = new ShortCountsHistogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram service = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram response = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private @Nullable Histogram gaps;

	private long clipped;

	/**
	 * How exact a latency is that was recorded: the values that count as the same one.
	 * @param micros the latency in microseconds
	 * @return the step from it to the next, as a share of it; 0 of none
	 */
	public static double resolution(double micros) {
		return (micros > 0) ? STEPS.sizeOfEquivalentValueRange((long) micros) / micros : 0;
	}

	/**
	 * Times from the real send of a call to its end.
	 * @return the histogram, in microseconds
	 */
	public Histogram service() {
		return this.service;
	}

	/**
	 * Times from when a call was due to its end.
	 * @return the histogram, in microseconds
	 */
	public Histogram response() {
		return this.response;
	}

	/**
	 * Times between two messages of a stream.
	 * @return the histogram, in microseconds, or {@code null} if nothing was recorded
	 */
	public @Nullable Histogram gaps() {
		return this.gaps;
	}

	/**
	 * There are no streams in most runs, and a histogram is large.
	 */
	Histogram neededGaps() {
		if (this.gaps == null) {
			this.gaps = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);
		}
		return this.gaps;
	}

	/**
	 * How many values were outside what a histogram can hold.
	 * @return the number of values that were recorded as the nearest one possible
	 */
	public long clipped() {
		return this.clipped;
	}

	void countClipped() {
		this.clipped++;
	}

	/**
	 * Adds another interval to this one.
	 * @param other what to add
	 */
	public void add(LatencyInterval other) {
		this.service.add(other.service);
		this.response.add(other.response);
		if (other.gaps != null) {
			neededGaps().add(other.gaps);
		}
		this.clipped += other.clipped;
	}

	/**
	 * Forgets everything recorded.
	 */
	public void reset() {
		this.service.reset();
		this.response.reset();
		if (this.gaps != null) {
			this.gaps.reset();
		}
		this.clipped = 0;
	}

}
