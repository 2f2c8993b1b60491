package dev.grpctuning.load.latency;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.ShortCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies of an interval in microseconds: service times, response times, and gaps
 * between the messages of streams. Does NOT safely support concurrent use.
 */
public final class LatencyInterval {

	static final long LOWEST_MICROS = 1;

	static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private static final ShortCountsHistogram STEPS = new ShortCountsHistogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram service = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram response = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private @Nullable Histogram gaps;

	private @Nullable StageTimes stages;

	private long clipped;

	/** The step to the next value of a histogram, as a share of the value. */
	public static double resolution(double micros) {
		return (micros > 0) ? STEPS.sizeOfEquivalentValueRange((long) micros) / micros : 0;
	}

	/** Times from sending a call to its end. */
	public Histogram service() {
		return this.service;
	}

	/** Times from when a call was due to its end. */
	public Histogram response() {
		return this.response;
	}

	/** Times between two messages of a stream, or {@code null} without any. */
	public @Nullable Histogram gaps() {
		return this.gaps;
	}

	/** Creates the histogram if needed: most runs have no streams, and it is large. */
	Histogram neededGaps() {
		if (this.gaps == null) {
			this.gaps = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);
		}
		return this.gaps;
	}

	/** Stages of sampled calls, or {@code null} without any. */
	public @Nullable StageTimes stages() {
		return this.stages;
	}

	/** Creates the sums if needed: most servers report no stages. */
	StageTimes neededStages() {
		if (this.stages == null) {
			this.stages = new StageTimes();
		}
		return this.stages;
	}

	public long clipped() {
		return this.clipped;
	}

	void countClipped() {
		this.clipped++;
	}

	public void add(LatencyInterval other) {
		this.service.add(other.service);
		this.response.add(other.response);
		if (other.gaps != null) {
			neededGaps().add(other.gaps);
		}
		if (other.stages != null) {
			neededStages().add(other.stages);
		}
		this.clipped += other.clipped;
	}

	public void reset() {
		this.service.reset();
		this.response.reset();
		if (this.gaps != null) {
			this.gaps.reset();
		}
		this.stages = null;
		this.clipped = 0;
	}

}
