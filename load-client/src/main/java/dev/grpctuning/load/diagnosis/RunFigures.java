package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ServerUse;

/** The figures of a run that show what limited it; {@code null} is not measured. */
record RunFigures(@Nullable String saturatedBy, long started, long refused, @Nullable Cpu cpu, @Nullable Gc gc,
		@Nullable LatencySplit split, @Nullable ServerUse use, @Nullable Machine machine,
		@Nullable StreamWait streams) {

	double refusedShare() {
		return (this.started > 0) ? (double) this.refused / this.started : 0;
	}

	/** Shares of the processors, from 0 to 1, that each side used of its machine. */
	record Cpu(double server, double client, int processors, boolean together) {

		double used() {
			return this.together ? this.server + this.client : this.server;
		}

	}

	/**
	 * Processor time that was available to the server.
	 *
	 * @param used share of its processors that all processes and the hypervisor took
	 * @param others the part of other processes than server and client, and of the
	 * hypervisor
	 * @param wanted share of its processors that the server used or waited for,
	 * {@code null} if unknown
	 * @param waited waits of its threads for a processor, per answered call, as a share
	 * of the response time; {@code null} if unknown
	 * @param throttled share of the periods in which the server used its quota up
	 * @param clientThrottled the same of the client
	 * @param busiestLoop share of the time that the busiest event loop was busy
	 */
	record Machine(double used, double others, @Nullable Double wanted, @Nullable Double waited, double throttled,
			double clientThrottled, double busiestLoop, int loops) {

		/** A machine of which nothing was measured. */
		static final Machine UNKNOWN = new Machine(0, 0, null, null, 0, 0, 0, 0);

	}

	/** Share of the time in which garbage collection stopped the server. */
	record Gc(double share, int full) {
	}

}
