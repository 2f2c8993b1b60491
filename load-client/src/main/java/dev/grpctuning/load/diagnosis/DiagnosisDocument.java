package dev.grpctuning.load.diagnosis;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Contention;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.CpuUse;
import dev.grpctuning.load.server.metrics.ServerUse;

/** Why a run was as fast as it was, as far as it was observed, in a result file. */
public record DiagnosisDocument(@Nullable Found bottleneck, @Nullable LatencySplit meanLatency,
		@Nullable StageSplit stages, Cpu cpuSecondsPerMillionCalls, @Nullable Bursts bursts,
		@Nullable Contended contention, @Nullable TailDocument tail) {

	private static final String STREAMS = "max-concurrent-calls-per-connection";

	/** Explains a run whose server was observed. */
	public static DiagnosisDocument of(LoadResult load, ServerObservation server, ClientObservation client) {
		// Without a warm-up all that the server did since it was first asked was done for
		// the run.
		long from = (load.warmup() != null) ? load.startedNanos() : Long.MIN_VALUE / 2;
		ServerUse use = ServerUse.of(server.samples(), from);
		RunFigures figures = new RunFigures(load.client().saturatedBy(), load.counts().started(), refused(load, use),
				(use != null) ? cpu(load, use, server) : null, gc(load, server, use), split(load, use), use,
				machine(load, use, server, client), StreamWait.of(load, limit(server)));
		return new DiagnosisDocument(BottleneckFinder.find(figures), figures.split(), StageSplit.of(load),
				Cpu.of(load, use), load.bursts(),
				Contended.of(client(load, client), (use != null && use.cpu() != null) ? use.cpu().contention() : null),
				TailFinder.find(load, server.stalls(), client));
	}

	/**
	 * Explains a run whose server was not observed: only what the client can see is a
	 * bottleneck.
	 */
	public static DiagnosisDocument of(LoadResult load, ClientObservation client) {
		LatencySplit split = split(load, null);
		Contention contention = client(load, client);
		DiagnosisDocument.Found found = BottleneckFinder.find(new RunFigures(load.client().saturatedBy(),
				load.counts().started(), 0, null, null, split, null,
				new RunFigures.Machine(0, 0, null, null, 0, throttled(contention), 0, 0), StreamWait.of(load, null)));
		return new DiagnosisDocument((found.kind() != Bottleneck.NONE_SHOWN) ? found : null, split, StageSplit.of(load),
				Cpu.of(load, null), load.bursts(), Contended.of(contention, null),
				TailFinder.find(load, List.of(), client));
	}

	private static @Nullable String limit(ServerObservation server) {
		return (server.tuning() != null) ? server.tuning().effective().get(STREAMS) : null;
	}

	private static @Nullable Contention client(LoadResult load, ClientObservation client) {
		return client.between(load.startedNanos(), load.startedNanos() + Math.round(load.elapsedSeconds() * 1e9));
	}

	private static double throttled(@Nullable Contention contention) {
		return (contention != null && contention.throttledShare() != null) ? contention.throttledShare() : 0;
	}

	/** What the machine of the server left to it. */
	private static RunFigures.Machine machine(LoadResult load, @Nullable ServerUse use, ServerObservation server,
			ClientObservation client) {
		double clientThrottled = throttled(client(load, client));
		CpuUse cpu = (use != null) ? use.cpu() : null;
		if (use == null || cpu == null) {
			return new RunFigures.Machine(0, 0, null, null, 0, clientThrottled, 0, 0);
		}
		Contention contention = cpu.contention();
		double active = (load.warmup() == null && load.elapsedSeconds() > 0)
				? Math.min(cpu.seconds(), load.elapsedSeconds()) : cpu.seconds();
		double used = 0;
		double others = 0;
		if (contention.machineShare() != null && contention.stealShare() != null
				&& contention.machineProcessors() != null && contention.machineProcessors() > 0) {
			used = contention.machineShare() + contention.stealShare();
			double own = cpu.cpuSeconds() / cpu.seconds()
					+ (together(use, server) ? load.client().cpuSeconds() / load.elapsedSeconds() : 0);
			others = Math.max(0, used - own / contention.machineProcessors());
		}
		Double wanted = null;
		Double waited = null;
		double response = load.responseTimeMicros().mean() / 1e6;
		if (contention.delaySeconds() != null && use.processors() > 0 && load.counts().ok() > 0 && response > 0) {
			double delay = contention.delaySeconds() / active;
			wanted = (cpu.cpuSeconds() / active + delay) / use.processors();
			waited = delay * load.elapsedSeconds() / load.counts().ok() / response;
		}
		return new RunFigures.Machine(used, others, wanted, waited, throttled(contention), clientThrottled,
				cpu.busiestLoopSeconds() / active, cpu.loops());
	}

	/** The server may have refused others too, of the warm-up or of another client. */
	private static long refused(LoadResult load, @Nullable ServerUse use) {
		return (use != null && use.refused() != null)
				? Math.min(Math.round(use.refused()), load.counts().failed().getOrDefault("RESOURCE_EXHAUSTED", 0L))
				: 0;
	}

	/** An attached server may run elsewhere, or with some of the processors. */
	private static RunFigures.Cpu cpu(LoadResult load, ServerUse use, ServerObservation server) {
		int here = Runtime.getRuntime().availableProcessors();
		int processors = (use.processors() != 0) ? use.processors() : here;
		// The two clocks stop a little apart, and no process has more than all
		// processors.
		return new RunFigures.Cpu(Math.min(1, use.cpuSeconds() / seconds(load, use) / processors),
				load.client().cpuSeconds() / load.elapsedSeconds() / here, processors, together(use, server));
	}

	private static boolean together(ServerUse use, ServerObservation server) {
		int here = Runtime.getRuntime().availableProcessors();
		return server.gc() != null || (server.here() && (use.processors() == 0 || use.processors() == here));
	}

	/** Prefers the GC log to samples: a server that is out of memory gives no samples. */
	private static RunFigures.Gc gc(LoadResult load, ServerObservation server, @Nullable ServerUse use) {
		double sampled = (use != null) ? use.gcSeconds() / seconds(load, use) : 0;
		GcSummary log = server.gc();
		if (log == null) {
			return new RunFigures.Gc(Math.min(1, sampled), 0);
		}
		double logged = log.pausedSeconds();
		double share = (load.warmup() == null && load.elapsedSeconds() > 0) ? logged / load.elapsedSeconds() : 0;
		return new RunFigures.Gc(Math.min(1, Math.max(share, sampled)), log.fullCount());
	}

	/** How long the server worked for the run: without a warm-up it was idle before. */
	private static double seconds(LoadResult load, ServerUse use) {
		return (load.warmup() == null && load.elapsedSeconds() > 0) ? Math.min(use.seconds(), load.elapsedSeconds())
				: use.seconds();
	}

	private static @Nullable LatencySplit split(LoadResult load, @Nullable ServerUse use) {
		if (load.responseTimeMicros().count() == 0) {
			return null;
		}
		StageSplit stages = StageSplit.of(load);
		if (stages != null) {
			return LatencySplit.of(load.responseTimeMicros().mean(), load.latencyMicros().mean(), stages.mean());
		}
		return LatencySplit.of(load.responseTimeMicros().mean(), load.latencyMicros().mean(),
				(use != null) ? use.callMicros() : null, (use != null) ? use.handOverMicros() : null,
				(use != null) ? use.tasksPerCall() : null);
	}

	/**
	 * CPU seconds per million calls: ended ones for the client, answered for the server.
	 */
	public record Cpu(double client, @Nullable Double server) {

		private static Cpu of(LoadResult load, @Nullable ServerUse use) {
			long ok = load.counts().ok();
			return new Cpu(load.client().cpuMicrosPerCall(),
					(use != null && use.cpuSeconds() > 0 && ok != 0) ? use.cpuSeconds() * 1e6 / ok : null);
		}

	}

	/** How much of the processors each side could have, {@code null} if unknown. */
	public record Contended(@Nullable Contention client, @Nullable Contention server) {

		private static @Nullable Contended of(@Nullable Contention client, @Nullable Contention server) {
			return (client != null || server != null) ? new Contended(client, server) : null;
		}

	}

	/** What held a run up. */
	public record Found(Bottleneck kind, String text) {
	}

}
