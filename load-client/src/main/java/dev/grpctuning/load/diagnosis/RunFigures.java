package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ServerUse;

/** The figures of a run that show what held it up; {@code null} is not measured. */
record RunFigures(@Nullable String saturatedBy, long started, long refused, @Nullable Cpu cpu, @Nullable Gc gc,
		@Nullable LatencySplit split, @Nullable ServerUse use) {

	double refusedShare() {
		return (this.started > 0) ? (double) this.refused / this.started : 0;
	}

	/** Shares of the processors, from 0 to 1, that each side used of its machine. */
	record Cpu(double server, double client, int processors, boolean together) {

		double used() {
			return this.together ? this.server + this.client : this.server;
		}

	}

	/** Share of the time in which garbage collection stopped the server. */
	record Gc(double share, int full) {
	}

}
