package dev.grpctuning.load.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * Cuts a run into moments, which its timeline has, and into seconds of one or several of
 * these, and collects what was recorded in each.
 */
final class Seconds {

	private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

	/**
	 * Moments that are kept of a run without end.
	 */
	private static final int ENDLESS_CAPACITY = 600;

	/**
	 * Moments that are kept of a run: those of a day, some 10 MB.
	 */
	private static final int CAPACITY = 24 * 60 * 60;

	private final Lanes lanes;

	private final @Nullable SendLag lag;

	private final RunClock clock;

	private final LatencyTotals latencies;

	private final int capacity;

	/**
	 * A moment that has only begun does not end: calls began to count in it, or a pause
	 * of this JVM has all ticks come at once.
	 */
	private final long shortestNanos;

	private Timeline moments;

	private Timeline latest;

	private LatencyInterval passed = new LatencyInterval();

	private @Nullable Histogram passedLags;

	private Instant startedAt = Instant.EPOCH;

	private long startedNanos;

	private double startedCpuSeconds;

	private long lastMomentNanos;

	private long lastSecondNanos;

	private Instant lastToldAt = Instant.EPOCH;

	Seconds(Lanes lanes, @Nullable SendLag lag, Duration moment, boolean endless, RunClock clock) {
		this.lanes = lanes;
		this.lag = lag;
		this.clock = clock;
		this.latencies = new LatencyTotals(lanes.recorders());
		this.capacity = endless ? ENDLESS_CAPACITY : CAPACITY;
		this.shortestNanos = moment.toNanos() / 2;
		this.moments = new Timeline(lanes, this.capacity);
		this.latest = new Timeline(lanes, 1);
	}

	/**
	 * Begins with the first moment: calls begin to count.
	 * @param nanoTime since when, on the clock of the run
	 */
	synchronized void begin(long nanoTime) {
		this.moments = new Timeline(this.lanes, this.capacity);
		this.latest = new Timeline(this.lanes, 1);
		this.startedAt = Instant.now().minusNanos(this.clock.nanoTime() - nanoTime);
		this.startedCpuSeconds = ClientProcess.cpuSeconds();
		this.startedNanos = nanoTime;
		this.lastMomentNanos = nanoTime;
		this.lastSecondNanos = nanoTime;
		this.lastToldAt = this.startedAt;
	}

	/**
	 * Asks all threads for the latencies that they have recorded.
	 * @param before done on each thread first
	 * @param timeoutMillis the longest wait for their answers
	 */
	void collect(Consumer<Executor> before, long timeoutMillis) throws InterruptedException {
		this.latencies.collect(before, timeoutMillis);
	}

	/**
	 * Ends a moment, unless it has only begun.
	 * @return the second that has passed with it, or {@code null} if none has
	 */
	synchronized @Nullable Second end() {
		long now = this.clock.nanoTime();
		if (now - this.lastMomentNanos < this.shortestNanos) {
			return null;
		}
		endMoment(now);
		return (now - this.lastSecondNanos >= SECOND_NANOS - this.shortestNanos) ? endSecond(now) : null;
	}

	/**
	 * Ends the last moment, however short it is.
	 * @return what has passed since the last second ended
	 */
	synchronized Second endLast() {
		long now = this.clock.nanoTime();
		endMoment(now);
		return endSecond(now);
	}

	private void endMoment(long now) {
		this.lastMomentNanos = now;
		LatencyInterval ended = this.latencies.take();
		Histogram lags = (this.lag != null) ? this.lag.take() : null;
		this.moments.add(seconds(now), ended, lags);
		this.passed.add(ended);
		if (this.passedLags != null && lags != null) {
			this.passedLags.add(lags);
		}
		else {
			this.passedLags = lags;
		}
	}

	private Second endSecond(long now) {
		this.lastSecondNanos = now;
		LatencyInterval ended = this.passed;
		this.passed = new LatencyInterval();
		Histogram lags = this.passedLags;
		this.passedLags = null;
		TimelinePoint point = this.latest.add(seconds(now), ended, lags);
		Instant from = this.lastToldAt;
		this.lastToldAt = this.startedAt.plusNanos(now - this.startedNanos);
		return new Second(point, ended, from, this.lastToldAt,
				this.lag != null && lags != null && this.lag.holdsUp(lags));
	}

	private double seconds(long now) {
		return (now - this.startedNanos) / 1e9;
	}

	synchronized Instant startedAt() {
		return this.startedAt;
	}

	synchronized long startedNanos() {
		return this.startedNanos;
	}

	synchronized double startedCpuSeconds() {
		return this.startedCpuSeconds;
	}

	LatencyInterval latencies() {
		return this.latencies.total();
	}

	synchronized List<TimelinePoint> timeline() {
		return this.moments.points();
	}

	synchronized long peakHeapBytes() {
		return this.moments.peakHeapBytes();
	}

	/**
	 * A second that has passed.
	 *
	 * @param point its figures
	 * @param latencies latencies of the calls that ended in it
	 * @param from when it began
	 * @param to when it ended
	 * @param late whether too many of its calls were sent too late
	 */
	record Second(TimelinePoint point, LatencyInterval latencies, Instant from, Instant to, boolean late) {
	}

}
