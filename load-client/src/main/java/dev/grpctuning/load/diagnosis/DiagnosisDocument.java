package dev.grpctuning.load.diagnosis;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Contention;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.metrics.ServerUse;
import dev.grpctuning.load.stats.Rise;
import dev.grpctuning.observe.Cause;

/**
 * What limited the speed of a run, as far as it was observed, in a result file.
 *
 * @param rateRiseShare share by which the rate still rose, because client and server were
 * not yet warm, or {@code null}
 */
public record DiagnosisDocument(@Nullable Found bottleneck, @Nullable LatencySplit meanLatency,
		@Nullable StageSplit stages, Cpu cpuSecondsPerMillionCalls, @Nullable Bursts bursts,
		@Nullable Contended contention, @Nullable TailDocument tail, @Nullable Double rateRiseShare) {

	/**
	 * Explains a run.
	 * @param server {@code null} if it was not observed: then only what the client can
	 * see is a bottleneck
	 */
	public static DiagnosisDocument of(LoadModel model, MeasuredLoad load, @Nullable ServerObservation server,
			ClientObservation client) {
		RunFigures figures = RunFigures.of(load, server, client);
		Found found = BottleneckFinder.find(figures);
		return new DiagnosisDocument((server != null || found.kind() != Cause.NONE_SHOWN) ? found : null,
				figures.split(), StageSplit.of(load), Cpu.of(load, figures.use()), load.bursts(),
				Contended.of(RunFigures.contention(load, client), figures.use()),
				TailDocument.of(load, (server != null) ? server.stalls() : List.of(), client), Rise.of(model, load));
	}

	/**
	 * CPU seconds per million calls: ended ones for the client, answered for the server.
	 */
	public record Cpu(double client, @Nullable Double server) {

		private static Cpu of(MeasuredLoad load, @Nullable ServerUse use) {
			long ok = load.result().counts().ok();
			return new Cpu(load.result().client().cpuMicrosPerCall(),
					(use != null && use.cpuSeconds() > 0 && ok != 0) ? use.cpuSeconds() * 1e6 / ok : null);
		}

	}

	/** How much of the processors each side could have, {@code null} if unknown. */
	public record Contended(@Nullable Contention client, @Nullable Contention server) {

		private static @Nullable Contended of(@Nullable Contention client, @Nullable ServerUse use) {
			Contention server = (use != null && use.cpu() != null) ? use.cpu().contention() : null;
			return (client != null || server != null) ? new Contended(client, server) : null;
		}

	}

	/** Cause that limited the run. */
	public record Found(Cause kind, String text) {
	}

}
