package dev.grpctuning.load.server;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.tuning.ServerTuning;

/**
 * Observation of a server during a run.
 *
 * @param settled whether it had settled, or {@code null} if it was not waited for
 * @param stalls when it stood still, as far as that was seen
 * @param gc its GC log of the run or, if it was started for it, of its whole life
 */
public record ServerObservation(ServerSpec spec, double startSeconds, @Nullable Boolean settled,
		List<ServerSample> samples, @Nullable GcSummary gc, RunServer.@Nullable Exit exit,
		@Nullable ServerTuning tuning, boolean here, List<Stall> stalls) {

	/** The observation of another part of the run. */
	public ServerObservation with(List<ServerSample> others) {
		return new ServerObservation(this.spec, this.startSeconds, this.settled, others, this.gc, this.exit,
				this.tuning, this.here, this.stalls);
	}

	/**
	 * Most threads that were alive at once, as far as the actuator still reported it: a
	 * server that is out of memory does not answer. The peak of a server that goes on
	 * after the run may be older than the run; then only the samples count. It is 0 if
	 * the actuator never answered.
	 */
	public int peakThreads() {
		if (this.samples.isEmpty()) {
			return 0;
		}
		int peak = this.samples.getLast().peakThreads();
		return (this.exit != null || peak > this.samples.getFirst().peakThreads()) ? peak
				: this.samples.stream().mapToInt(ServerSample::threads).max().orElse(0);
	}

	/** Most heap seen in use, before a collection or in a sample. */
	public long peakHeapBytes() {
		return Math.max((this.gc != null) ? this.gc.peakHeapBytes() : 0,
				this.samples.stream().mapToLong(ServerSample::heapUsedBytes).max().orElse(0));
	}

	public double cpuSeconds() {
		return this.samples.isEmpty() ? 0 : this.samples.getLast().cpuSeconds() - this.samples.getFirst().cpuSeconds();
	}

}
