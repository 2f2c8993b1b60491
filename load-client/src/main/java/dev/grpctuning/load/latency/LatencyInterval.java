package dev.grpctuning.load.latency;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

/**
 * The latencies of a stretch of time, in microseconds: service time from the real send,
 * response time from the time the call was due. Does NOT safely support concurrent use.
 */
public final class LatencyInterval {

	static final long LOWEST_MICROS = 1;

	static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private final Histogram service = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram response = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private long clipped;

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
		this.clipped += other.clipped;
	}

	/**
	 * Forgets everything recorded.
	 */
	public void reset() {
		this.service.reset();
		this.response.reset();
		this.clipped = 0;
	}

}
