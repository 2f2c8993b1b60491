package dev.grpctuning.load.diagnosis;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Contention;
import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.CpuUse;
import dev.grpctuning.load.server.metrics.ServerUse;

/**
 * The observations of both sides in a run, from which its figures are computed.
 *
 * @param server {@code null} if the server was not observed
 * @param use what the server did in the run, {@code null} for fewer than two samples
 */
record ObservedRun(LoadResult load, @Nullable ServerObservation server, @Nullable ServerUse use,
		ClientObservation client) {

	private static final String STREAMS = "max-concurrent-calls-per-connection";

	static ObservedRun of(LoadResult load, @Nullable ServerObservation server, ClientObservation client) {
		// Without a warm-up all that the server did since it was first asked was done for
		// the run.
		long from = (load.warmup() != null) ? load.startedNanos() : Long.MIN_VALUE / 2;
		return new ObservedRun(load, server, (server != null) ? ServerUse.of(server.samples(), from) : null, client);
	}

	RunFigures figures() {
		return new RunFigures(this.load.client().saturatedBy(), this.load.counts().started(), refused(), cpu(), gc(),
				split(), this.use, machine(),
				StreamWait.of(this.load, (this.server != null && this.server.tuning() != null)
						? this.server.tuning().effective().get(STREAMS) : null));
	}

	List<Stall> serverStalls() {
		return (this.server != null) ? this.server.stalls() : List.of();
	}

	@Nullable Contention clientContention() {
		return this.client.between(this.load.startedNanos(),
				this.load.startedNanos() + Math.round(this.load.elapsedSeconds() * 1e9));
	}

	@Nullable Contention serverContention() {
		return (this.use != null && this.use.cpu() != null) ? this.use.cpu().contention() : null;
	}

	/**
	 * At most the refusals that the client saw: the server may have refused others, too.
	 */
	private long refused() {
		return (this.use != null && this.use.refused() != null) ? Math.min(Math.round(this.use.refused()),
				this.load.counts().failed().getOrDefault("RESOURCE_EXHAUSTED", 0L)) : 0;
	}

	/**
	 * CPU of both sides. An attached server may run elsewhere, or with fewer processors.
	 */
	private RunFigures.@Nullable Cpu cpu() {
		if (this.use == null) {
			return null;
		}
		int here = Runtime.getRuntime().availableProcessors();
		int processors = (this.use.processors() != 0) ? this.use.processors() : here;
		// The two clocks stop a little apart, and no process has more than all
		// processors.
		return new RunFigures.Cpu(Math.min(1, this.use.cpuSeconds() / activeSeconds(this.use.seconds()) / processors),
				this.load.client().cpuSeconds() / this.load.elapsedSeconds() / here, processors, together(this.use));
	}

	/** Whether both sides have the same processors. */
	private boolean together(ServerUse used) {
		int here = Runtime.getRuntime().availableProcessors();
		return this.server != null && (this.server.gc() != null
				|| (this.server.here() && (used.processors() == 0 || used.processors() == here)));
	}

	/** Prefers the GC log to samples: a server that is out of memory gives no samples. */
	private RunFigures.@Nullable Gc gc() {
		if (this.server == null) {
			return null;
		}
		double sampled = (this.use != null) ? this.use.gcSeconds() / activeSeconds(this.use.seconds()) : 0;
		GcSummary log = this.server.gc();
		if (log == null) {
			return new RunFigures.Gc(Math.min(1, sampled), 0);
		}
		double share = startsCold() ? log.pausedSeconds() / this.load.elapsedSeconds() : 0;
		return new RunFigures.Gc(Math.min(1, Math.max(share, sampled)), log.fullCount());
	}

	@Nullable LatencySplit split() {
		if (this.load.responseTimeMicros().count() == 0) {
			return null;
		}
		double response = this.load.responseTimeMicros().mean();
		double service = this.load.latencyMicros().mean();
		StageSplit stages = StageSplit.of(this.load);
		if (stages != null) {
			return LatencySplit.of(response, service, stages.mean());
		}
		return (this.use != null) ? LatencySplit.of(response, service, this.use.callMicros(), this.use.handOverMicros(),
				this.use.tasksPerCall()) : LatencySplit.of(response, service, null, null, null);
	}

	/** How much CPU the server's machine had for it. */
	private RunFigures.Machine machine() {
		double clientThrottled = throttled(clientContention());
		CpuUse cpu = (this.use != null) ? this.use.cpu() : null;
		if (this.use == null || cpu == null) {
			return new RunFigures.Machine(0, 0, null, null, 0, clientThrottled, 0, 0);
		}
		Contention contention = cpu.contention();
		double active = activeSeconds(cpu.seconds());
		double used = 0;
		double others = 0;
		if (contention.machineShare() != null && contention.stealShare() != null
				&& contention.machineProcessors() != null && contention.machineProcessors() > 0) {
			used = contention.machineShare() + contention.stealShare();
			double own = cpu.cpuSeconds() / cpu.seconds()
					+ (together(this.use) ? this.load.client().cpuSeconds() / this.load.elapsedSeconds() : 0);
			others = Math.max(0, used - own / contention.machineProcessors());
		}
		Double wanted = null;
		Double waited = null;
		double response = this.load.responseTimeMicros().mean() / 1e6;
		if (contention.delaySeconds() != null && this.use.processors() > 0 && this.load.counts().ok() > 0
				&& response > 0) {
			double delay = contention.delaySeconds() / active;
			wanted = (cpu.cpuSeconds() / active + delay) / this.use.processors();
			waited = delay * this.load.elapsedSeconds() / this.load.counts().ok() / response;
		}
		return new RunFigures.Machine(used, others, wanted, waited, throttled(contention), clientThrottled,
				cpu.busiestLoopSeconds() / active, cpu.loops());
	}

	private static double throttled(@Nullable Contention contention) {
		return (contention != null && contention.throttledShare() != null) ? contention.throttledShare() : 0;
	}

	/** How long the server worked for the run: without a warm-up it was idle before. */
	private double activeSeconds(double observed) {
		return startsCold() ? Math.min(observed, this.load.elapsedSeconds()) : observed;
	}

	private boolean startsCold() {
		return this.load.warmup() == null && this.load.elapsedSeconds() > 0;
	}

}
