package dev.grpctuning.load.engine;

import java.util.ArrayList;
import java.util.List;

import dev.grpctuning.load.latency.LatencyInterval;

/**
 * The seconds of a run as they pass. Used by one thread at a time.
 */
final class Timeline {

	private final Lanes lanes;

	private final List<TimelinePoint> points = new ArrayList<>();

	private long started;

	private long ok;

	private long failed;

	private double cpuSeconds = ClientProcess.cpuSeconds();

	Timeline(Lanes lanes) {
		this.lanes = lanes;
	}

	TimelinePoint add(double seconds, LatencyInterval latencies) {
		long okNow = this.lanes.ok();
		long failedNow = this.lanes.failed();
		long open = this.lanes.open();
		long startedNow = this.lanes.started();
		double cpuNow = ClientProcess.cpuSeconds();
		TimelinePoint point = new TimelinePoint(seconds, startedNow - this.started, okNow - this.ok,
				failedNow - this.failed, open, latencies.service().getValueAtPercentile(50),
				latencies.service().getValueAtPercentile(99), latencies.response().getValueAtPercentile(99),
				cpuNow - this.cpuSeconds, ClientProcess.heapUsedBytes());
		this.started = startedNow;
		this.ok = okNow;
		this.failed = failedNow;
		this.cpuSeconds = cpuNow;
		this.points.add(point);
		return point;
	}

	List<TimelinePoint> points() {
		return List.copyOf(this.points);
	}

	long peakHeapBytes() {
		return this.points.stream().mapToLong(TimelinePoint::heapUsedBytes).max().orElse(0);
	}

}
