package dev.grpctuning.load.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.RunClock;
import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.latency.LatencyBuckets;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.SendLag;

/**
 * Samples a run in intervals for its timeline, and in seconds of one or more intervals
 * for its listener.
 */
final class IntervalSampler {

	private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final int ENDLESS_CAPACITY = 600;

	/** The intervals of a day, some 10 MB. */
	private static final int CAPACITY = 24 * 60 * 60;

	private final RunStats stats;

	private final @Nullable SendLag lag;

	private final RunClock clock;

	private final LatencyInterval total = LatencyInterval.ofRun();

	private final int capacity;

	/**
	 * A shorter interval does not end: counting has just begun, or ticks come at once
	 * after a pause of this JVM.
	 */
	private final long shortestNanos;

	private Timeline intervals;

	private Timeline latest;

	private LatencyInterval passed = new LatencyInterval();

	private @Nullable Histogram passedLags;

	private Start start = new Start(Instant.EPOCH, 0, 0);

	private long lastIntervalNanos;

	private long lastSecondNanos;

	private Instant lastReportedAt = Instant.EPOCH;

	IntervalSampler(RunStats stats, @Nullable SendLag lag, Duration interval, boolean endless, RunClock clock) {
		this.stats = stats;
		this.lag = lag;
		this.clock = clock;
		this.capacity = endless ? ENDLESS_CAPACITY : CAPACITY;
		this.shortestNanos = interval.toNanos() / 2;
		this.intervals = new Timeline(stats, this.capacity);
		this.latest = new Timeline(stats, 1);
	}

	synchronized void begin(long nanoTime) {
		this.intervals = new Timeline(this.stats, this.capacity);
		this.latest = new Timeline(this.stats, 1);
		this.start = new Start(Instant.now().minusNanos(this.clock.nanoTime() - nanoTime), nanoTime,
				ClientProcess.cpuSeconds());
		this.lastIntervalNanos = nanoTime;
		this.lastSecondNanos = nanoTime;
		this.lastReportedAt = this.start.at();
	}

	/** Ends an interval unless it has just begun, and returns the second it ends. */
	synchronized @Nullable Second end() {
		long now = this.clock.nanoTime();
		if (now - this.lastIntervalNanos < this.shortestNanos) {
			return null;
		}
		endInterval(now);
		return (now - this.lastSecondNanos >= SECOND_NANOS - this.shortestNanos) ? endSecond(now) : null;
	}

	synchronized Second endLast() {
		long now = this.clock.nanoTime();
		endInterval(now);
		return endSecond(now);
	}

	private void endInterval(long now) {
		this.lastIntervalNanos = now;
		LatencyInterval ended = new LatencyInterval();
		this.stats.drainTo(ended);
		this.total.add(ended);
		Histogram lags = (this.lag != null) ? this.lag.take() : null;
		this.intervals.add(seconds(now), ended, lags);
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
		Instant from = this.lastReportedAt;
		this.lastReportedAt = this.start.at().plusNanos(now - this.start.nanos());
		return new Second(point, ended, from, this.lastReportedAt,
				this.lag != null && lags != null && this.lag.saturates(lags));
	}

	private double seconds(long now) {
		return (now - this.start.nanos()) / 1e9;
	}

	synchronized Start start() {
		return this.start;
	}

	synchronized LatencyInterval latencies() {
		return this.total;
	}

	synchronized List<TimelinePoint> timeline() {
		return this.intervals.points();
	}

	synchronized long peakHeapBytes() {
		return this.intervals.peakHeapBytes();
	}

	/** When calls began to count, and the CPU time that this process had used. */
	record Start(Instant at, long nanos, double cpuSeconds) {
	}

	record Second(TimelinePoint point, LatencyInterval latencies, Instant from, Instant to, boolean late) {
	}

	/** The intervals of a run, or the latest of them. Used by one thread at a time. */
	static final class Timeline {

		private final RunStats stats;

		private final int capacity;

		private final Deque<TimelinePoint> points = new ArrayDeque<>();

		private long peakHeapBytes;

		private Totals before = new Totals(0, 0, 0, 0, ClientProcess.cpuSeconds(), ClientProcess.gcMillis());

		Timeline(RunStats stats, int capacity) {
			this.capacity = capacity;
			this.stats = stats;
		}

		TimelinePoint add(double seconds, LatencyInterval latencies, @Nullable Histogram lags) {
			Totals now = new Totals(this.stats.ok(), this.stats.failed(), this.stats.open(), this.stats.started(),
					ClientProcess.cpuSeconds(), ClientProcess.gcMillis());
			ProcessUse process = new ProcessUse(now.cpuSeconds - this.before.cpuSeconds, ClientProcess.heapUsedBytes(),
					(now.gcMillis - this.before.gcMillis) / 1e3, ClientProcess.threads());
			TimelinePoint point = new TimelinePoint(seconds, now.started - this.before.started, now.ok - this.before.ok,
					now.failed - this.before.failed, now.open, latencies.service().getValueAtPercentile(50),
					latencies.service().getValueAtPercentile(99), latencies.response().getValueAtPercentile(50),
					latencies.response().getValueAtPercentile(99),
					(lags != null) ? lags.getValueAtPercentile(99) : null, process,
					LatencyBuckets.of(latencies.response()).text());
			this.before = now;
			if (this.points.size() == this.capacity) {
				this.points.removeFirst();
			}
			this.points.add(point);
			this.peakHeapBytes = Math.max(this.peakHeapBytes, process.heapUsedBytes());
			return point;
		}

		List<TimelinePoint> points() {
			return List.copyOf(this.points);
		}

		long peakHeapBytes() {
			return this.peakHeapBytes;
		}

		private record Totals(long ok, long failed, long open, long started, double cpuSeconds, long gcMillis) {

		}

	}

}
