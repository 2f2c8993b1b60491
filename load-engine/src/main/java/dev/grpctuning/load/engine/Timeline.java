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

	private Totals before = new Totals(0, 0, 0, 0, ClientProcess.cpuSeconds(), ClientProcess.gcMillis());

	Timeline(RunStats stats, int capacity) {
		this.capacity = capacity;
		this.stats = stats;
	}

	TimelinePoint add(double seconds, LatencyInterval latencies, @Nullable Histogram lags) {
		Totals now = new Totals(this.stats.ok(), this.stats.failed(), this.stats.open(), this.stats.started(),
				ClientProcess.cpuSeconds(), ClientProcess.gcMillis());
		TimelinePoint point = new TimelinePoint(seconds, now.started - this.before.started, now.ok - this.before.ok,
				now.failed - this.before.failed, now.open, latencies.service().getValueAtPercentile(50),
				latencies.service().getValueAtPercentile(99), latencies.response().getValueAtPercentile(50),
				latencies.response().getValueAtPercentile(99), (lags != null) ? lags.getValueAtPercentile(99) : null,
				now.cpuSeconds - this.before.cpuSeconds, ClientProcess.heapUsedBytes(),
				(now.gcMillis - this.before.gcMillis) / 1e3, ClientProcess.threads());
		this.before = now;
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

	private record Totals(long ok, long failed, long open, long started, double cpuSeconds, long gcMillis) {

	}

}
