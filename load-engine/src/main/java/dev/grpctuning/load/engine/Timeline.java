package dev.grpctuning.load.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencyInterval;

/**
 * The intervals of a run, or the latest of them. Used by one thread at a time.
 */
final class Timeline {

	private final RunStats stats;

	private final int capacity;

	private final Deque<TimelinePoint> points = new ArrayDeque<>();

	private long peakHeapBytes;

	private long started;

	private long ok;

	private long failed;

	private double cpuSeconds = ClientProcess.cpuSeconds();

	private long gcMillis = ClientProcess.gcMillis();

	Timeline(RunStats stats, int capacity) {
		this.capacity = capacity;
		this.stats = stats;
	}

	TimelinePoint add(double seconds, LatencyInterval latencies, @Nullable Histogram lags) {
		long okNow = this.stats.ok();
		long failedNow = this.stats.failed();
		long open = this.stats.open();
		long startedNow = this.stats.started();
		double cpuNow = ClientProcess.cpuSeconds();
		long gcNow = ClientProcess.gcMillis();
		TimelinePoint point = new TimelinePoint(seconds, startedNow - this.started, okNow - this.ok,
				failedNow - this.failed, open, latencies.service().getValueAtPercentile(50),
				latencies.service().getValueAtPercentile(99), latencies.response().getValueAtPercentile(50),
				latencies.response().getValueAtPercentile(99), (lags != null) ? lags.getValueAtPercentile(99) : null,
				cpuNow - this.cpuSeconds, ClientProcess.heapUsedBytes(), (gcNow - this.gcMillis) / 1e3,
				ClientProcess.threads());
		this.started = startedNow;
		this.ok = okNow;
		this.failed = failedNow;
		this.cpuSeconds = cpuNow;
		this.gcMillis = gcNow;
		if (this.points.size() == this.capacity) {
			this.points.removeFirst();
		}
		this.points.add(point);
		this.peakHeapBytes = Math.max(this.peakHeapBytes, point.heapUsedBytes());
		return point;
	}

	List<TimelinePoint> points() {
		return List.copyOf(this.points);
	}

	long peakHeapBytes() {
		return this.peakHeapBytes;
	}

}
