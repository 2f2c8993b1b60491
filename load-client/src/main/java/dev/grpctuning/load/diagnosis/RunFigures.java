package dev.grpctuning.load.diagnosis;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Contention;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.CpuUse;
import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.observe.Cause;

/**
 * The figures of a run that show what limited it; what was not measured is {@code null},
 * or 0 where nothing else is said.
 *
 * @param refused calls that the server refused, as far as the client saw it
 * @param pauses share of the time in which garbage collection stopped the server
 * @param split {@code null} if no call was answered
 */
record RunFigures(@Nullable String saturatedBy, long started, long refused, double pauses, int fullCollections, Cpu cpu,
		Machine machine, @Nullable LatencySplit split, @Nullable ServerUse use, Streams streams) {

	/**
	 * Computes the figures from the observations of both sides.
	 * @param server {@code null} if the server was not observed
	 */
	static RunFigures of(MeasuredLoad load, @Nullable ServerObservation server, ClientObservation client) {
		LoadResult result = load.result();
		// Without a warm-up, all work of the server since its first sample was for the
		// run.
		long from = (result.warmup() != null) ? load.startedNanos() : Long.MIN_VALUE / 2;
		ServerUse use = (server != null) ? ServerUse.of(server.samples(), from) : null;
		// The server may have refused calls of others, too.
		long refused = (use != null && use.refused() != null)
				? Math.min(Math.round(use.refused()), result.counts().failed().getOrDefault("RESOURCE_EXHAUSTED", 0L))
				: 0;
		GcSummary log = (server != null) ? server.gc() : null;
		// A server that is out of memory gives no samples.
		double logged = (log != null && isCold(result)) ? log.pausedSeconds() / result.rate().elapsedSeconds() : 0;
		double sampled = (use != null) ? use.gcSeconds() / activeSeconds(result, use.seconds()) : 0;
		Cpu cpu = (server != null && use != null) ? Cpu.of(result, server, use) : Cpu.UNKNOWN;
		return new RunFigures(result.client().saturatedBy(), result.counts().started(), refused,
				Math.min(1, Math.max(logged, sampled)), (log != null) ? log.fullCount() : 0, cpu,
				Machine.of(result, (use != null) ? use.cpu() : null, cpu, throttled(contention(load, client))),
				LatencySplit.of(load, use), use, Streams.of(load, server));
	}

	/** CPU that the machine had for the client. */
	static @Nullable Contention contention(MeasuredLoad load, ClientObservation client) {
		return client.between(load.startedNanos(),
				load.startedNanos() + Math.round(load.result().rate().elapsedSeconds() * 1e9));
	}

	private static double throttled(@Nullable Contention contention) {
		return (contention != null && contention.throttledShare() != null) ? contention.throttledShare() : 0;
	}

	/** How long the server worked for the run: without a warm-up it was idle before. */
	private static double activeSeconds(LoadResult result, double observed) {
		return isCold(result) ? Math.min(observed, result.rate().elapsedSeconds()) : observed;
	}

	private static boolean isCold(LoadResult result) {
		return result.warmup() == null && result.rate().elapsedSeconds() > 0;
	}

	double refusedShare() {
		return (this.started > 0) ? (double) this.refused / this.started : 0;
	}

	/**
	 * Shares of the processors, from 0 to 1, that each side used of its machine.
	 *
	 * @param together whether both sides have the same processors
	 */
	record Cpu(double server, double client, int processors, boolean together) {

		static final Cpu UNKNOWN = new Cpu(Double.NaN, 0, 0, false);

		/** An attached server may run elsewhere, or with fewer processors. */
		private static Cpu of(LoadResult result, ServerObservation server, ServerUse use) {
			int here = Runtime.getRuntime().availableProcessors();
			int processors = (use.processors() != 0) ? use.processors() : here;
			// The two clocks stop a little apart, and no process has more than all
			// processors.
			return new Cpu(Math.min(1, use.cpuSeconds() / activeSeconds(result, use.seconds()) / processors),
					result.client().cpuSeconds() / result.rate().elapsedSeconds() / here, processors,
					server.gc() != null || (server.here() && processors == here));
		}

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
	 * @param wanted share of its processors that the server used or waited for, NaN if
	 * unknown
	 * @param waited waits of its threads for a processor, per answered call, as a share
	 * of the response time; NaN if unknown
	 * @param throttled share of the periods in which the server used its quota up
	 * @param clientThrottled the same of the client
	 * @param busiestLoop share of the time that the busiest event loop was busy
	 */
	record Machine(double used, double others, double wanted, double waited, double throttled, double clientThrottled,
			double busiestLoop, int loops) {

		private static Machine of(LoadResult result, @Nullable CpuUse use, Cpu cpu, double clientThrottled) {
			if (use == null) {
				return new Machine(0, 0, Double.NaN, Double.NaN, 0, clientThrottled, 0, 0);
			}
			Contention contention = use.contention();
			double active = activeSeconds(result, use.seconds());
			double used = 0;
			double own = 0;
			if (contention.machineShare() != null && contention.stealShare() != null
					&& contention.machineProcessors() != null) {
				used = contention.machineShare() + contention.stealShare();
				own = (use.cpuSeconds() / use.seconds()
						+ (cpu.together() ? result.client().cpuSeconds() / result.rate().elapsedSeconds() : 0))
						/ contention.machineProcessors();
			}
			double delay = (contention.delaySeconds() != null) ? contention.delaySeconds() / active : Double.NaN;
			double answered = (result.counts().ok() > 0) ? result.counts().ok() : Double.NaN;
			double responseSeconds = result.latencyMicros().response().mean() / 1e6;
			double waited = delay * result.rate().elapsedSeconds() / answered / responseSeconds;
			return new Machine(used, Math.max(0, used - own), (use.cpuSeconds() / active + delay) / cpu.processors(),
					waited, RunFigures.throttled(contention), clientThrottled, use.busiestLoopSeconds() / active,
					use.loops());
		}

		/** Whether other processes took processors that the server would have used. */
		boolean isContended() {
			boolean missed = !(this.wanted < Cause.CPU_TAKEN && this.waited < Cause.WAITED);
			return this.used >= Cause.CPU_TAKEN && this.others >= Cause.OTHERS && missed;
		}

	}

	/**
	 * Waits of calls because the server allowed no further stream on their connection.
	 *
	 * @param meanMicros mean over all answered calls
	 * @param waited calls that waited, of all answered ones: a share from 0 to 1
	 * @param limit streams that the server allows, {@code null} if it is not known
	 */
	record Streams(double meanMicros, double waited, @Nullable String limit) {

		static final Streams NONE = new Streams(0, 0, null);

		private static Streams of(MeasuredLoad load, @Nullable ServerObservation server) {
			Histogram waits = load.latencies().streamWaits();
			double answered = load.result().latencyMicros().response().count();
			if (waits == null || waits.getTotalCount() == 0 || answered == 0) {
				return NONE;
			}
			double share = waits.getTotalCount() / answered;
			return new Streams(waits.getMean() * share, Math.min(1, share), (server != null && server.tuning() != null)
					? server.tuning().effective().get("max-concurrent-calls-per-connection") : null);
		}

	}

}
