package dev.grpctuning.load.engine;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad.Saturation;
import dev.grpctuning.observe.Cause;
import dev.grpctuning.observe.LinuxCpu;

/**
 * How much of the machine's CPU time a run took, in shares from 0 to 1.
 *
 * @param client share of this process
 * @param machine share of all processes, or of the periods of the CPU quota in which it
 * was used up if that is more; negative if neither is known
 * @param seconds length of the run
 */
record CpuShare(double client, double machine, int processors, double seconds) {

	static final CpuShare UNKNOWN = new CpuShare(0, 0, 1, 0);

	/** In a shorter time the JVM compiles the client. */
	private static final double SHORTEST_SECONDS = 1;

	/** Whether the calls of a model have no due time, so that they show no lag. */
	static boolean judges(LoadModel model) {
		return model instanceof LoadModel.Closed || model instanceof LoadModel.Blocking;
	}

	/** The shares between two moments. */
	static CpuShare between(Counters from, Counters to) {
		int processors = Runtime.getRuntime().availableProcessors();
		double seconds = (to.nanos - from.nanos) / 1e9;
		return new CpuShare((to.clientSeconds - from.clientSeconds) / seconds / processors,
				Math.max(busy(from.machine, to.machine), throttled(from, to)), processors, seconds);
	}

	private static double busy(LinuxCpu.@Nullable Machine from, LinuxCpu.@Nullable Machine to) {
		double busy = (from != null && to != null) ? to.since(from).takenShare() : Double.NaN;
		return Double.isNaN(busy) ? -1 : busy;
	}

	private static double throttled(Counters from, Counters to) {
		double periods = to.quotaPeriods - from.quotaPeriods;
		return (periods > 0) ? (to.throttledPeriods - from.throttledPeriods) / periods : -1;
	}

	/**
	 * Why a model that is {@linkplain #judges judged} was short of CPU: the client took
	 * nearly all processors, or most of what was taken of a machine that had nothing
	 * left.
	 */
	@Nullable Saturation saturation(LoadModel model) {
		boolean taken = this.client >= Cause.CPU_TAKEN
				|| (this.machine >= Cause.CPU_TAKEN && this.client >= Cause.CLIENTS_PART * this.machine);
		return (judges(model) && taken && this.seconds >= SHORTEST_SECONDS) ? new Saturation(Saturation.Cause.CPU,
				String.format(Locale.ROOT, "the client took %.0f %% of %d processors, and had no more",
						this.client * 100, this.processors))
				: null;
	}

	/**
	 * Counters at a moment. The JVM's own share of the machine counts from when anything
	 * in the process last asked for it, such as a scrape of its meters.
	 *
	 * @param machine the machine's processors, {@code null} if they are not counted
	 * @param quotaPeriods periods of a CPU quota, 0 without one
	 */
	record Counters(long nanos, double clientSeconds, LinuxCpu.@Nullable Machine machine, double quotaPeriods,
			double throttledPeriods) {

		private static final LinuxCpu LINUX = new LinuxCpu(Path.of("/"));

		static Counters at(long nanos) {
			return new Counters(nanos, ClientProcess.cpuSeconds(), LINUX.machine(),
					Objects.requireNonNullElse(LINUX.quotaPeriods(), 0.0),
					Objects.requireNonNullElse(LINUX.throttledPeriods(), 0.0));
		}

	}

}
