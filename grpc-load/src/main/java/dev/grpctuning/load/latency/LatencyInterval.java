package dev.grpctuning.load.latency;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.ShortCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies of an interval in microseconds: service times, response times, gaps between
 * the messages of streams and waits for a stream, with the slowest calls. Does NOT safely
 * support concurrent use.
 */
public final class LatencyInterval {

	static final long LOWEST_MICROS = 1;

	static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private static final ShortCountsHistogram STEPS = new ShortCountsHistogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram service = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final Histogram response = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);

	private final SlowCalls slowest;

	private @Nullable Histogram gaps;

	private @Nullable StageTimes stages;

	private @Nullable Histogram streamWaits;

	private long clipped;

	public LatencyInterval() {
		this(SlowCalls.PER_INTERVAL);
	}

	private LatencyInterval(int slowest) {
		this.slowest = new SlowCalls(slowest);
	}

	/** Creates the sum of a run's intervals, which keeps the slowest calls of each. */
	public static LatencyInterval ofRun() {
		return new LatencyInterval(SlowCalls.PER_RUN);
	}

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

	/**
	 * Times that calls waited because the server allowed no further stream on their
	 * connection, of those that did; {@code null} if none did.
	 */
	public @Nullable Histogram streamWaits() {
		return this.streamWaits;
	}

	/** The slowest answered calls. */
	public SlowCalls slowest() {
		return this.slowest;
	}

	/**
	 * Creates the histogram only if needed, because it is large and most runs have no
	 * streams.
	 */
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

	/** Creates the sums only if needed, because most servers report no stages. */
	StageTimes neededStages() {
		if (this.stages == null) {
			this.stages = new StageTimes();
		}
		return this.stages;
	}

	Histogram neededStreamWaits() {
		if (this.streamWaits == null) {
			this.streamWaits = new Histogram(LOWEST_MICROS, HIGHEST_MICROS, 3);
		}
		return this.streamWaits;
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
		if (other.streamWaits != null) {
			neededStreamWaits().add(other.streamWaits);
		}
		this.slowest.add(other.slowest);
		this.clipped += other.clipped;
	}

	public void reset() {
		this.service.reset();
		this.response.reset();
		if (this.gaps != null) {
			this.gaps.reset();
		}
		this.stages = null;
		if (this.streamWaits != null) {
			this.streamWaits.reset();
		}
		this.slowest.reset();
		this.clipped = 0;
	}

}
