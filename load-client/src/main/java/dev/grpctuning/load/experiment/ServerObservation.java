package dev.grpctuning.load.experiment;

import java.util.List;

import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerExit;
import dev.grpctuning.load.server.ServerSample;
import dev.grpctuning.load.server.ServerSpec;

/**
 * What was seen of a server during a run.
 *
 * @param spec how it was started
 * @param startSeconds time from its start until it was up
 * @param samples what its actuator said, about once a second
 * @param gc what its GC log says of its whole life
 * @param exit how its process ended
 */
public record ServerObservation(ServerSpec spec, double startSeconds, List<ServerSample> samples, GcSummary gc,
		ServerExit exit) {

	/**
	 * Most threads that were alive at once, as far as the actuator could still tell: a
	 * server that is out of memory does not answer.
	 * @return the number, 0 if the actuator never answered
	 */
	public int peakThreads() {
		return this.samples.stream().mapToInt(ServerSample::peakThreads).max().orElse(0);
	}

	/**
	 * Most heap seen in use, before a collection or in a sample.
	 * @return the number of bytes
	 */
	public long peakHeapBytes() {
		return Math.max(this.gc.peakHeapBytes(),
				this.samples.stream().mapToLong(ServerSample::heapUsedBytes).max().orElse(0));
	}

	/**
	 * CPU time used between the first sample and the last.
	 * @return the time in seconds
	 */
	public double cpuSeconds() {
		return this.samples.isEmpty() ? 0 : this.samples.getLast().cpuSeconds() - this.samples.getFirst().cpuSeconds();
	}

}
