package dev.grpctuning.load.engine;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.LoadResult.Saturation;

/**
 * How much of the machine's CPU time a run took, in shares from 0 to 1.
 *
 * @param client share of this process
 * @param machine share of all processes, negative if it is not known
 * @param seconds length of the run
 */
record CpuShare(double client, double machine, int processors, double seconds) {

	static final CpuShare UNKNOWN = new CpuShare(0, 0, 1, 0);

	private static final double TAKEN = 0.9;

	private static final double CLIENTS_PART = 0.6;

	/** In a shorter time the JVM compiles the client. */
	private static final double SHORTEST_SECONDS = 1;

	static CpuShare of(double cpuSeconds, double seconds, double machine) {
		int processors = Runtime.getRuntime().availableProcessors();
		return new CpuShare(cpuSeconds / seconds / processors, machine, processors, seconds);
	}

	/**
	 * Why a model was short of CPU whose calls have no due time, so that it shows no lag:
	 * the client took nearly all processors, or most of what was taken of a machine that
	 * had nothing left.
	 */
	@Nullable Saturation saturation(LoadModel model) {
		boolean waits = model instanceof LoadModel.Closed || model instanceof LoadModel.Blocking;
		boolean taken = this.client >= TAKEN || (this.machine >= TAKEN && this.client >= CLIENTS_PART * this.machine);
		return (waits && taken && this.seconds >= SHORTEST_SECONDS) ? new Saturation(Saturation.Cause.CPU,
				String.format(Locale.ROOT, "the client took %.0f %% of %d processors, and had no more",
						this.client * 100, this.processors))
				: null;
	}

}
