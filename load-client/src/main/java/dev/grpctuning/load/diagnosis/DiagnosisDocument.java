package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.load.server.process.GcSummary;

/**
 * Why a run was as fast as it was, as it is written to a result file.
 *
 * @param bottleneck what held it up, or {@code null} if only the client was observed and
 * did not say that it was itself
 * @param meanLatency what the mean response time consists of, or {@code null} if no call
 * was answered
 * @param cpuSecondsPerMillionCalls what calls cost both sides
 * @param bursts how long the calls of bursts were there, or {@code null} if there were
 * none
 */
public record DiagnosisDocument(@Nullable BottleneckDocument bottleneck, @Nullable LatencySplit meanLatency,
		Cpu cpuSecondsPerMillionCalls, @Nullable Bursts bursts) {

	/**
	 * Says why, of a run whose server was started here, on the client's machine.
	 */
	public static DiagnosisDocument of(LoadResult load, ServerObservation server) {
		// Without a warm-up all that the server did since it was first asked was done for
		// the run.
		long from = (load.warmup() != null) ? load.startedNanos() : Long.MIN_VALUE / 2;
		return of(load, server, ServerUse.of(server.samples(), from));
	}

	/**
	 * Says what can be said of a run whose server was not observed.
	 */
	public static DiagnosisDocument of(LoadResult load) {
		RunFigures figures = new RunFigures(load.client().saturatedBy(), load.counts().started(), null, null, null,
				split(load, null), null, null);
		return new DiagnosisDocument((load.client().saturatedBy() != null) ? BottleneckDocument.of(figures) : null,
				figures.split(), Cpu.of(load, null), load.bursts());
	}

	private static DiagnosisDocument of(LoadResult load, ServerObservation server, @Nullable ServerUse use) {
		RunFigures figures = new RunFigures(load.client().saturatedBy(), load.counts().started(), refused(load, use),
				(use != null) ? cpu(load, use, server) : null, gc(load, server, use), split(load, use), lag(use),
				queue(use));
		return new DiagnosisDocument(BottleneckDocument.of(figures), figures.split(), Cpu.of(load, use), load.bursts());
	}

	/**
	 * The server may have refused others too, of the warm-up or of another client.
	 */
	private static @Nullable Long refused(LoadResult load, @Nullable ServerUse use) {
		return (use != null && use.refused() != null)
				? Math.min(Math.round(use.refused()), load.counts().failed().getOrDefault("RESOURCE_EXHAUSTED", 0L))
				: null;
	}

	/**
	 * A server that was attached may be on another machine, behind a port that is
	 * forwarded, or may have a part of the processors.
	 */
	private static RunFigures.Cpu cpu(LoadResult load, ServerUse use, ServerObservation server) {
		int here = Runtime.getRuntime().availableProcessors();
		int processors = (use.processors() != 0) ? use.processors() : here;
		boolean together = server.gc() != null || (server.here() && processors == here);
		// The two clocks stop a little apart, and no process has more than all
		// processors.
		return new RunFigures.Cpu(Math.min(1, use.cpuSeconds() / seconds(load, use) / processors),
				load.client().cpuSeconds() / load.elapsedSeconds() / here, processors, together);
	}

	/**
	 * A server that runs out of memory gives no samples any more; its GC log is whole.
	 */
	private static RunFigures.Gc gc(LoadResult load, ServerObservation server, @Nullable ServerUse use) {
		double sampled = (use != null) ? use.gcSeconds() / seconds(load, use) : 0;
		GcSummary log = server.gc();
		if (log == null) {
			return new RunFigures.Gc(Math.min(1, sampled), 0);
		}
		double logged = log.youngSeconds() + log.fullSeconds();
		double share = (load.warmup() == null && load.elapsedSeconds() > 0) ? logged / load.elapsedSeconds() : 0;
		return new RunFigures.Gc(Math.min(1, Math.max(share, sampled)), log.fullCount());
	}

	/**
	 * How long the server worked for the run: without a warm-up it was idle before.
	 */
	private static double seconds(LoadResult load, ServerUse use) {
		return (load.warmup() == null && load.elapsedSeconds() > 0) ? Math.min(use.seconds(), load.elapsedSeconds())
				: use.seconds();
	}

	private static @Nullable LatencySplit split(LoadResult load, @Nullable ServerUse use) {
		if (load.responseTimeMicros().count() == 0) {
			return null;
		}
		return LatencySplit.of(load.responseTimeMicros().mean(), load.latencyMicros().mean(),
				(use != null) ? use.callMicros() : null, (use != null) ? use.handOverMicros() : null,
				(use != null) ? use.tasksPerCall() : null);
	}

	private static RunFigures.@Nullable Lag lag(@Nullable ServerUse use) {
		return (use != null && use.lagMicros() != null) ? new RunFigures.Lag(use.lagMicros(), use.lagP99Micros())
				: null;
	}

	private static RunFigures.@Nullable Queue queue(@Nullable ServerUse use) {
		return (use != null && use.queuedTasks() != null)
				? new RunFigures.Queue(use.queuedTasks(), use.handOverP50Micros()) : null;
	}

	/**
	 * What a million calls cost.
	 *
	 * @param client CPU seconds of the client, for calls that ended
	 * @param server CPU seconds of the server, for calls that were answered; {@code null}
	 * if it was not observed
	 */
	public record Cpu(double client, @Nullable Double server) {

		private static Cpu of(LoadResult load, @Nullable ServerUse use) {
			long ok = load.counts().ok();
			return new Cpu(load.client().cpuMicrosPerCall(),
					(use != null && use.cpuSeconds() > 0 && ok != 0) ? use.cpuSeconds() * 1e6 / ok : null);
		}

	}

}
