package dev.grpctuning.load.server;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.metrics.ServerSample;

/**
 * Decides sample by sample whether a server has settled: whether it has used less than a
 * quarter of one processor in two intervals that follow each other. A sample that it does
 * not give is no sign of rest.
 */
final class Settling {

	/** Share of one processor below which a server only answers its actuator. */
	private static final double CALM_SHARE = 0.25;

	private static final int INTERVALS = 2;

	private @Nullable ServerSample last;

	private int calm;

	boolean add(@Nullable ServerSample sample) {
		boolean calmNow = this.last != null && sample != null && share(this.last, sample) < CALM_SHARE;
		this.calm = calmNow ? this.calm + 1 : 0;
		this.last = sample;
		return this.calm >= INTERVALS;
	}

	private static double share(ServerSample from, ServerSample to) {
		return (to.cpuSeconds() - from.cpuSeconds()) / ((to.atNanos() - from.atNanos()) / 1e9);
	}

}
