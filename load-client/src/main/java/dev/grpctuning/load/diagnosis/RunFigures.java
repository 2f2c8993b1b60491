package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Contention;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.CpuUse;
import dev.grpctuning.load.server.metrics.ServerUse;

/** The figures of a run that show what limited it; {@code null} is not measured. */
record RunFigures(@Nullable String saturatedBy, long started, long refused, @Nullable Cpu cpu, @Nullable Gc gc,
		@Nullable LatencySplit split, @Nullable ServerUse use, @Nullable Machine machine,
		@Nullable StreamWait streams) {

	private static final String STREAMS = "max-concurrent-calls-per-connection";

	/**
	 * Computes the figures from the observations of both sides.
	 * @param server {@code null} if the server was not observed
	 */
	static RunFigures of(MeasuredLoad load, @Nullable ServerObservation server, ClientObservation client) {
		// Without a warm-up, all work of the server since its first sample was for the
		// run.
		long from = (load.result().warmup() != null) ? load.startedNanos() : Long.MIN_VALUE / 2;
		ServerUse use = (server != null) ? ServerUse.of(server.samples(), from) : null;
		Observed run = new Observed(load, server, use, client);
		return new RunFigures(load.result().client().saturatedBy(), load.result().counts().started(), run.refused(),
				run.cpu(), run.gc(), run.split(), use, run.machine(), StreamWait.of(load,
						(server != null && server.tuning() != null) ? server.tuning().effective().get(STREAMS) : null));
	}

	/** CPU that the machine had for the client. */
	static @Nullable Contention contention(MeasuredLoad load, ClientObservation client) {
		return client.between(load.startedNanos(),
				load.startedNanos() + Math.round(load.result().rate().elapsedSeconds() * 1e9));
	}

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

	private record Observed(MeasuredLoad load, @Nullable ServerObservation server, @Nullable ServerUse use,
			ClientObservation client) {

		/**
		 * At most the refusals that the client saw: the server may have refused others,
		 * too.
		 */
		private long refused() {
			return (this.use != null && this.use.refused() != null) ? Math.min(Math.round(this.use.refused()),
					this.load.result().counts().failed().getOrDefault("RESOURCE_EXHAUSTED", 0L)) : 0;
		}

		/**
		 * CPU of both sides. An attached server may run elsewhere, or with fewer
		 * processors.
		 */
		private @Nullable Cpu cpu() {
			if (this.use == null) {
				return null;
			}
			int here = Runtime.getRuntime().availableProcessors();
			int processors = (this.use.processors() != 0) ? this.use.processors() : here;
			// The two clocks stop a little apart, and no process has more than all
			// processors.
			return new Cpu(Math.min(1, this.use.cpuSeconds() / activeSeconds(this.use.seconds()) / processors),
					this.load.result().client().cpuSeconds() / this.load.result().rate().elapsedSeconds() / here,
					processors, together(this.use));
		}

		/** Whether both sides have the same processors. */
		private boolean together(ServerUse used) {
			int here = Runtime.getRuntime().availableProcessors();
			return this.server != null && (this.server.gc() != null
					|| (this.server.here() && (used.processors() == 0 || used.processors() == here)));
		}

		/**
		 * Prefers the GC log to samples: a server that is out of memory gives no samples.
		 */
		private @Nullable Gc gc() {
			if (this.server == null) {
				return null;
			}
			double sampled = (this.use != null) ? this.use.gcSeconds() / activeSeconds(this.use.seconds()) : 0;
			GcSummary log = this.server.gc();
			if (log == null) {
				return new Gc(Math.min(1, sampled), 0);
			}
			double share = startsCold() ? log.pausedSeconds() / this.load.result().rate().elapsedSeconds() : 0;
			return new Gc(Math.min(1, Math.max(share, sampled)), log.fullCount());
		}

		private @Nullable LatencySplit split() {
			if (this.load.result().latencyMicros().response().count() == 0) {
				return null;
			}
			double response = this.load.result().latencyMicros().response().mean();
			double service = this.load.result().latencyMicros().service().mean();
			StageSplit stages = StageSplit.of(this.load);
			if (stages != null) {
				return LatencySplit.of(response, service, stages.mean());
			}
			return (this.use != null) ? LatencySplit.of(response, service, this.use.callMicros(),
					this.use.handOverMicros(), this.use.tasksPerCall())
					: LatencySplit.of(response, service, null, null, null);
		}

		/** How much CPU the server's machine had for it. */
		private Machine machine() {
			double clientThrottled = throttled(contention(this.load, this.client));
			CpuUse cpu = (this.use != null) ? this.use.cpu() : null;
			if (this.use == null || cpu == null) {
				return new Machine(0, 0, null, null, 0, clientThrottled, 0, 0);
			}
			Contention contention = cpu.contention();
			double active = activeSeconds(cpu.seconds());
			double used = 0;
			double others = 0;
			if (contention.machineShare() != null && contention.stealShare() != null
					&& contention.machineProcessors() != null && contention.machineProcessors() > 0) {
				used = contention.machineShare() + contention.stealShare();
				double own = cpu.cpuSeconds() / cpu.seconds() + (together(this.use)
						? this.load.result().client().cpuSeconds() / this.load.result().rate().elapsedSeconds() : 0);
				others = Math.max(0, used - own / contention.machineProcessors());
			}
			Double wanted = null;
			Double waited = null;
			double response = this.load.result().latencyMicros().response().mean() / 1e6;
			if (contention.delaySeconds() != null && this.use.processors() > 0 && this.load.result().counts().ok() > 0
					&& response > 0) {
				double delay = contention.delaySeconds() / active;
				wanted = (cpu.cpuSeconds() / active + delay) / this.use.processors();
				waited = delay * this.load.result().rate().elapsedSeconds() / this.load.result().counts().ok()
						/ response;
			}
			return new Machine(used, others, wanted, waited, throttled(contention), clientThrottled,
					cpu.busiestLoopSeconds() / active, cpu.loops());
		}

		private static double throttled(@Nullable Contention contention) {
			return (contention != null && contention.throttledShare() != null) ? contention.throttledShare() : 0;
		}

		/**
		 * How long the server worked for the run: without a warm-up it was idle before.
		 */
		private double activeSeconds(double observed) {
			return startsCold() ? Math.min(observed, this.load.result().rate().elapsedSeconds()) : observed;
		}

		private boolean startsCold() {
			return this.load.result().warmup() == null && this.load.result().rate().elapsedSeconds() > 0;
		}

	}

}
