package dev.grpctuning.load.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * The moments of a run as they pass, or the latest of them. Used by one thread at a time.
 */
final class Timeline {

	private final Lanes lanes;

	private final int capacity;

	private final Deque<TimelinePoint> points = new ArrayDeque<>();

	private long peakHeapBytes;

	private long started;

	private long ok;

	private long failed;

	private double cpuSeconds = ClientProcess.cpuSeconds();

	private long gcMillis = ClientProcess.gcMillis();

	/**
	 * Begins a timeline.
	 * @param lanes whose figures it shows
	 * @param capacity number of points that it keeps
	 */
	Timeline(Lanes lanes, int capacity) {
		this.capacity = capacity;
		this.lanes = lanes;
	}

	TimelinePoint add(double seconds, LatencyInterval latencies, @Nullable Histogram lags) {
		long okNow = this.lanes.ok();
		long failedNow = this.lanes.failed();
		long open = this.lanes.open();
		long startedNow = this.lanes.started();
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
