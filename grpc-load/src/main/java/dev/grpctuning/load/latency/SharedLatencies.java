package dev.grpctuning.load.latency;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Service and response times of calls, which several threads may record at once. To be
 * read when none records any more.
 */
public final class SharedLatencies {

	private final Histogram service = new AtomicHistogram(LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS,
			3);

	private final Histogram response = new AtomicHistogram(LatencyInterval.LOWEST_MICROS,
			LatencyInterval.HIGHEST_MICROS, 3);

	/** Records a call by three moments of one clock, as {@link LatencyRecorder} does. */
	public void record(long dueNanos, long sentNanos, long endNanos) {
		this.service.recordValue(micros(endNanos - sentNanos));
		this.response.recordValue(micros(endNanos - dueNanos));
	}

	private static long micros(long nanos) {
		return Math.clamp((nanos + 500) / 1000, LatencyInterval.LOWEST_MICROS, LatencyInterval.HIGHEST_MICROS);
	}

	public Histogram service() {
		return this.service;
	}

	public Histogram response() {
		return this.response;
	}

}
